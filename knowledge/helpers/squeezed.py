import mindspore as ms
from helper import Compiled


def squeezed(input, dim=None) -> ms.Tensor:
    """input without an axis, those of a tuple, or all, where they have the size 1.

    Equals torch.squeeze where a derivative is differentiated again: MindSpore's own loses what passes
    through its derivative in PyNative mode.
    """
    given = range(input.ndim) if dim is None else dim if isinstance(dim, (tuple, list)) else [dim]
    gone = [one % input.ndim for one in given]
    kept = [size for place, size in enumerate(input.shape) if size != 1 or place not in gone]
    return Compiled().reshape(input, tuple(kept))
