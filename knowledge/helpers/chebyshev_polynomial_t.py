import mindspore as ms
from mindspore import ops


def chebyshev_polynomial_t(input, n) -> ms.Tensor:
    """The Chebyshev polynomial T_n of each value, by its recurrence; n is an int.

    Equals torch.special.chebyshev_polynomial_t.
    """
    x = input
    before, current = ops.ones_like(x), x
    if n < 1:
        return before if n == 0 else ops.zeros_like(x)
    for _ in range(n - 1):
        before, current = current, 2 * x * current - before
    return current
