import math

import mindspore as ms
from mindspore import ops


def bessel_i(input, order, scaled=False) -> ms.Tensor:
    """The modified Bessel function of the first kind, of order 0 or 1; scaled by exp(-|x|).

    The mean of its integral over a half turn, with as many places as the greatest |x| needs.
    Equals torch.special.i0, i0e, i1 and i1e.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    x = x.expand_dims(-1)
    size = ops.abs(x)
    count = 40 + int(8 * math.sqrt(float(size.max()))) if x.size else 40
    cosine = ms.Tensor([math.cos(math.pi * (k + 0.5) / count) for k in range(count)], x.dtype)
    value = ops.exp(size * (cosine - 1))
    value = (value if order == 0 else value * cosine).mean(-1)
    x, size = x.squeeze(-1), size.squeeze(-1)
    value = value if order == 0 else value * ops.sign(x)
    value = value if scaled else value * ops.exp(size)
    return value.astype(input.dtype) if input.is_floating_point() else value
