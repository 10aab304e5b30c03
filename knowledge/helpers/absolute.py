import mindspore as ms
from mindspore import mint, ops


def absolute(input) -> ms.Tensor:
    """The absolute values, of complex numbers their lengths.

    Equals torch.abs.
    """
    return ops.ComplexAbs()(input) if input.is_complex() else mint.abs(input)
