import mindspore as ms
from helper import Compiled


def reshaped(input, *shape) -> ms.Tensor:
    """input in another shape, which is a tuple or several sizes.

    Equals torch.Tensor.view and reshape where a derivative is differentiated again: MindSpore's view
    loses what passes through its derivative in PyNative mode.
    """
    sizes = shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape
    return Compiled().reshape(input, tuple(sizes))
