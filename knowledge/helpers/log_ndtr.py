import math

import mindspore as ms
import numpy as np
from mindspore import ops


def log_ndtr(input) -> ms.Tensor:
    """The logarithm of the normal distribution function, for far negative x too.

    Equals torch.special.log_ndtr.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    left = x < -1
    size = ops.where(left, -x, ops.ones_like(x)).expand_dims(-1) / math.sqrt(2)
    places, weights = np.polynomial.legendre.leggauss(64)
    end = 1 / (1 / 6.5 + size / 20)
    t = end * ms.Tensor((places + 1) / 2, x.dtype)
    tail = ops.exp(-t * (t + 2 * size)) * ms.Tensor(weights / math.sqrt(math.pi), x.dtype) * end
    tail = ops.log(tail.sum(-1) / 2) - x * x / 2
    right = ops.where(left, ops.zeros_like(x), x)
    value = ops.where(left, tail, ops.log1p(-0.5 * ops.erfc(right / math.sqrt(2))))
    return value.astype(input.dtype) if input.is_floating_point() else value
