import math

import mindspore as ms
import numpy as np
from mindspore import ops


def bessel_k(input, order, scaled=False) -> ms.Tensor:
    """The modified Bessel function of the second kind, of order 0 or 1; scaled by exp(x).

    The trapezoidal rule, exact to rounding here; nan for negative numbers. Equals
    torch.special.modified_bessel_k0 and k1, and scaled_modified_bessel_k0 and k1.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    positive = ops.where(x > 0, x, ops.ones_like(x)).expand_dims(-1)
    cosh = np.cosh(np.arange(0, 64, 0.125))
    weights = np.where(cosh == 1, 0.0625, 0.125) * cosh**order
    value = ops.exp(-positive * ms.Tensor(cosh - 1, x.dtype)) * ms.Tensor(weights, x.dtype)
    value = value.sum(-1)
    value = value if scaled else value * ops.exp(-positive.squeeze(-1))
    value = ops.where(x == 0, ops.full_like(x, math.inf), value)
    value = ops.where(x < 0, ops.full_like(x, math.nan), value)
    return value.astype(input.dtype) if input.is_floating_point() else value
