import mindspore as ms
from helper import Compiled


def tiled(input, *repeats) -> ms.Tensor:
    """input repeated along its axes, by a tuple or several numbers.

    Equals torch.Tensor.repeat where a derivative is differentiated again: MindSpore's tile loses what
    passes through its derivative in PyNative mode.
    """
    given = repeats[0] if len(repeats) == 1 and isinstance(repeats[0], (tuple, list)) else repeats
    return Compiled().tile(input, tuple(given))
