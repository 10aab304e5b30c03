import mindspore as ms
import numpy as np


def as_strided_scatter(input, src, size, stride, storage_offset=None) -> ms.Tensor:
    """A copy of the input with src in the places that as_strided takes, counted when flattened.

    Equals torch.as_strided_scatter of a contiguous tensor.
    """
    places = np.full(tuple(size), storage_offset or 0)
    for axis, step in enumerate(stride):
        along = [1] * axis + [-1] + [1] * (len(stride) - axis - 1)
        places = places + step * np.arange(size[axis]).reshape(along)
    result = input.reshape(-1).copy()
    if places.size:
        result[ms.Tensor(places.reshape(-1))] = src.reshape(-1)
    return result.reshape(input.shape)
