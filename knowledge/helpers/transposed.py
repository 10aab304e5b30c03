import mindspore as ms
from helper import Compiled


def transposed(input, dim0=-2, dim1=-1) -> ms.Tensor:
    """input with two axes exchanged; one of less than two axes as it is.

    Equals torch.transpose where a derivative is differentiated again: MindSpore's own loses what passes
    through its derivative in PyNative mode.
    """
    order = list(range(input.ndim))
    if input.ndim > 1:
        order[dim0], order[dim1] = order[dim1], order[dim0]
    return Compiled().transpose(input, tuple(order))
