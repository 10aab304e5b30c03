import mindspore as ms
import numpy as np
from mindspore import ops


def as_strided(input, size, stride, storage_offset=None) -> ms.Tensor:
    """A copy of the given size, its elements taken from the flattened input in steps of stride.

    Equals torch.as_strided of a contiguous tensor.
    """
    places = np.full(tuple(size), storage_offset or 0)
    for axis, step in enumerate(stride):
        along = [1] * axis + [-1] + [1] * (len(stride) - axis - 1)
        places = places + step * np.arange(size[axis]).reshape(along)
    if places.size == 0:
        return ops.zeros(tuple(size), input.dtype)
    return ops.gather(input.reshape(-1), ms.Tensor(places.reshape(-1)), 0).reshape(tuple(size))
