import mindspore as ms
import numpy as np


def can_cast(from_, to) -> bool:
    """Whether numbers of a dtype are of the kind of another one, or of a simpler kind.

    Equals torch.can_cast.
    """
    kinds = ("b", "iu", "fV", "c")
    first, second = (np.dtype(ms.dtype_to_nptype(dtype)).kind for dtype in (from_, to))
    places = [next(i for i, kind in enumerate(kinds) if one in kind) for one in (first, second)]
    return places[0] <= places[1]
