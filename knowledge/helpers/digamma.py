import math

import mindspore as ms
from mindspore import ops


def digamma(input) -> ms.Tensor:
    """The derivative of the logarithm of the gamma function.

    Its asymptotic series at x + 10, reflected below 0.5. Equals torch.digamma.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    left = x < 0.5
    y = ops.where(left, 1 - x, x)
    steps = ops.zeros_like(y)
    for step in range(10):
        steps = steps + 1 / (y + step)
    y = y + 10
    square = 1 / (y * y)
    series = square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square / 132)))
    value = ops.log(y) - 0.5 / y - square / 12 + square * series - steps
    half_turn = ms.Tensor(math.pi, x.dtype)
    fraction = ops.where(left, x - ops.floor(x), ops.full_like(x, 0.5))
    value = ops.where(left, value - half_turn / ops.tan(half_turn * fraction), value)
    value = ops.where((fraction == 0) & (x < 0), ops.full_like(x, math.nan), value)
    return value.astype(input.dtype) if input.is_floating_point() else value
