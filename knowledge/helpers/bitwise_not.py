import mindspore as ms
from mindspore import mint, ops


def bitwise_not(input) -> ms.Tensor:
    """Turn all bits of whole numbers, and True into False.

    Equals torch.bitwise_not, and ~ of a tensor.
    """
    return mint.logical_not(input) if input.dtype == ms.bool_ else ops.invert(input)
