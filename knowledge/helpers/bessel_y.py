import math

import mindspore as ms
import numpy as np
from mindspore import ops


def bessel_y(input, order) -> ms.Tensor:
    """The Bessel function of the second kind, of order 0 or 1; nan for negative numbers.

    Its two integrals by Gauss's rule. Equals torch.special.bessel_y0 and bessel_y1.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    positive = ops.where(x > 0, x, ops.ones_like(x)).expand_dims(-1)
    count = 64 + int(positive.max()) if x.size else 64
    places, weights = np.polynomial.legendre.leggauss(count)
    angle = ms.Tensor((places + 1) * (math.pi / 2), x.dtype)
    wave = ops.sin(positive * ops.sin(angle) - order * angle) * ms.Tensor(weights / 2, x.dtype)
    places, weights = np.polynomial.legendre.leggauss(128)
    end = ops.asinh(40 / positive)
    t = end * ms.Tensor((places + 1) / 2, x.dtype)
    fall = ops.exp(-positive * ops.sinh(t)) * ms.Tensor(weights / math.pi, x.dtype) * end
    fall = fall if order == 0 else fall * ops.sinh(t)
    value = wave.sum(-1) - fall.sum(-1)
    value = ops.where(x == 0, ops.full_like(x, -math.inf), value)
    value = ops.where(x < 0, ops.full_like(x, math.nan), value)
    return value.astype(input.dtype) if input.is_floating_point() else value
