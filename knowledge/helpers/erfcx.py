import math

import mindspore as ms
import numpy as np
from mindspore import ops


def erfcx(input) -> ms.Tensor:
    """exp(x ** 2) * erfc(x), for great x too.

    Its integral by Gauss's rule, reflected below 0. Equals torch.special.erfcx.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    size = ops.abs(x).expand_dims(-1)
    places, weights = np.polynomial.legendre.leggauss(64)
    end = 1 / (1 / 6.5 + size / 20)
    t = end * ms.Tensor((places + 1) / 2, x.dtype)
    value = ops.exp(-t * (t + 2 * size)) * ms.Tensor(weights / math.sqrt(math.pi), x.dtype) * end
    value = value.sum(-1)
    value = ops.where(x < 0, 2 * ops.exp(x * x) - value, value)
    return value.astype(input.dtype) if input.is_floating_point() else value
