import mindspore as ms
from mindspore import ops


def vdot(input, other) -> ms.Tensor:
    """The sum of the products of two vectors, the first one conjugated.

    Equals torch.vdot.
    """
    first = ops.conj(input) if input.is_complex() else input
    return (first * other).sum()
