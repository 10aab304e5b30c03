import math

import mindspore as ms
from mindspore import ops


def mu_law_decoding(x_mu, quantization_channels) -> ms.Tensor:
    """The signal in -1 to 1 of mu-law codes 0 to quantization_channels - 1, of x_mu's shape.

    Equals torchaudio.functional.mu_law_decoding.
    """
    mu = quantization_channels - 1.0
    codes = x_mu if x_mu.is_floating_point() else x_mu.float()
    levels = codes / mu * 2 - 1.0
    return ops.sign(levels) * (ops.exp(ops.abs(levels) * math.log1p(mu)) - 1.0) / mu
