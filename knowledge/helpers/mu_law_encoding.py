import math

import mindspore as ms
from mindspore import ops


def mu_law_encoding(x, quantization_channels) -> ms.Tensor:
    """Mu-law codes of a signal x in -1 to 1: int64, 0 to quantization_channels - 1, of x's shape.

    Equals torchaudio.functional.mu_law_encoding.
    """
    mu = quantization_channels - 1.0
    signal = x if x.is_floating_point() else x.float()
    levels = ops.sign(signal) * ops.log1p(mu * ops.abs(signal)) / math.log1p(mu)
    return ((levels + 1) / 2 * mu + 0.5).astype(ms.int64)
