import mindspore as ms
from mindspore import ops


def hermite_polynomial_h(input, n) -> ms.Tensor:
    """The physicist's Hermite polynomial H_n of each value, by its recurrence; n is an int.

    Equals torch.special.hermite_polynomial_h.
    """
    before, current = ops.ones_like(input), 2 * input
    if n < 1:
        return before if n == 0 else ops.zeros_like(input)
    for order in range(1, n):
        before, current = current, 2 * (input * current - order * before)
    return current
