import math

import mindspore as ms
from mindspore import ops


def polygamma(n, input) -> ms.Tensor:
    """The n-th derivative of the digamma function, n of 1 or more.

    Hurwitz's zeta function by the formula of Euler and Maclaurin. Equals torch.polygamma.
    """
    known = input.dtype in (ms.float32, ms.float64)
    x = input if known else input.astype(ms.float32)
    steps = 10 + max(0, -math.floor(float(x.min()))) if x.size else 0
    power = n + 1
    value = ops.zeros_like(x)
    for step in range(steps):
        value = value + (x + step) ** -power
    y = x + steps
    value = value + y**-n / n + 0.5 * y**-power
    factor = power / 12
    for term, ratio in enumerate((60, 42, 40, 39.6, 39.488), start=1):
        value = value + factor * y ** (1 - power - 2 * term)
        factor = -factor * (power + 2 * term - 1) * (power + 2 * term) / ratio
    value = value * ((-1) ** (n + 1) * math.factorial(n))
    return value.astype(input.dtype) if input.is_floating_point() else value
