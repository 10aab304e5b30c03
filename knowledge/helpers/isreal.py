import mindspore as ms
from mindspore import ops


def isreal(input) -> ms.Tensor:
    """Where a value has no imaginary part.

    Equals torch.isreal.
    """
    if input.is_complex():
        return ops.imag(input) == 0
    return ops.ones(input.shape, ms.bool_)
