import mindspore as ms
from mindspore import ops


def hermite_polynomial_he(input, n) -> ms.Tensor:
    """The probabilist's Hermite polynomial He_n of each value, by its recurrence; n is an int.

    Equals torch.special.hermite_polynomial_he.
    """
    before, current = ops.ones_like(input), input
    if n < 1:
        return before if n == 0 else ops.zeros_like(input)
    for order in range(1, n):
        before, current = current, input * current - order * before
    return current
