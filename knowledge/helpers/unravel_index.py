import mindspore as ms
import numpy as np


def unravel_index(indices, shape):
    """The coordinates, one tensor an axis, of indices into the flat form of a shape.

    Equals torch.unravel_index. Counted by numpy: MindSpore's % is inexact for large integers.
    """
    sizes = tuple(shape) if isinstance(shape, (tuple, list)) else (int(shape),)
    found = np.unravel_index(indices.asnumpy(), sizes)
    return tuple(ms.Tensor(np.asarray(axis), ms.int64) for axis in found)
