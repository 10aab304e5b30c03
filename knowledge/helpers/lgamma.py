import math

import mindspore as ms
from mindspore import ops


def lgamma(input) -> ms.Tensor:
    """The logarithm of the absolute value of the gamma function.

    Lanczos's approximation (g = 7), reflected below 0.5. Equals torch.lgamma.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    left = x < 0.5
    y = ops.where(left, 1 - x, x) - 1
    coefficients = ms.Tensor(
        [
            676.5203681218851,
            -1259.1392167224028,
            771.32342877765313,
            -176.61502916214059,
            12.507343278686905,
            -0.13857109526572012,
            9.9843695780195716e-6,
            1.5056327351493116e-7,
        ],
        x.dtype,
    )
    terms = coefficients / (y.expand_dims(-1) + ops.arange(1, 9).astype(x.dtype))
    series = terms.sum(-1) + 1
    t = y + 7.5
    root = ms.Tensor(0.5 * math.log(2 * math.pi), x.dtype)
    value = (y + 0.5) * ops.log(t) - t + ops.log(series) + root
    value = ops.where((y == 0) | (y == 1), ops.zeros_like(x), value)
    half_turn = ms.Tensor(math.pi, x.dtype)
    fraction = ops.where(left, x - ops.floor(x), ops.full_like(x, 0.5))
    value = ops.where(
        left, ops.log(half_turn) - ops.log(ops.sin(half_turn * fraction)) - value, value
    )
    return value.astype(input.dtype) if input.is_floating_point() else value
