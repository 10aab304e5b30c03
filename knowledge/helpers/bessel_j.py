import math

import mindspore as ms
from mindspore import ops


def bessel_j(input, order) -> ms.Tensor:
    """The Bessel function of the first kind, of order 0 or 1.

    The mean of its integral over a half turn, with as many places as the greatest |x| needs.
    Equals torch.special.bessel_j0 and bessel_j1.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    x = x.expand_dims(-1)
    count = 40 + int(ops.abs(x).max()) if x.size else 40
    sine = ms.Tensor([math.sin(math.pi * (k + 0.5) / count) for k in range(count)], x.dtype)
    value = ops.cos(x * sine) if order == 0 else sine * ops.sin(x * sine)
    value = value.mean(-1)
    return value.astype(input.dtype) if input.is_floating_point() else value
