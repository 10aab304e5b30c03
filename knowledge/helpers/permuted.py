import mindspore as ms
from helper import Compiled


def permuted(input, *dims) -> ms.Tensor:
    """input with its axes in another order, which is a tuple or several numbers.

    Equals torch.permute where a derivative is differentiated again: MindSpore's own loses what passes
    through its derivative in PyNative mode.
    """
    order = dims[0] if len(dims) == 1 and isinstance(dims[0], (tuple, list)) else dims
    return Compiled().transpose(input, tuple(dim % input.ndim for dim in order))
