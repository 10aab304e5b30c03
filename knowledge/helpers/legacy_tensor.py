import mindspore as ms
import numpy as np


def legacy_tensor(*given, dtype) -> ms.Tensor:
    """Make a tensor of that many zeros from numbers, a tensor with these values from a sequence.

    Equals torch.FloatTensor and its kin, which leave the items of a given size undefined. A tensor
    is handed back. A tuple of integers is refused: it may be meant as a shape or as values.
    """
    if len(given) != 1:
        return ms.mint.zeros(given or (0,), dtype=dtype)
    (data,) = given
    if isinstance(data, ms.Tensor):
        return data
    if isinstance(data, tuple) and data and all(isinstance(item, int) for item in data):
        raise TypeError("Write mint.zeros(shape, dtype=...) or ms.tensor(values, dtype=...)")
    if isinstance(data, (list, tuple)):
        return ms.tensor(data, dtype=dtype)
    if np.ndim(data) == 0:
        return ms.mint.zeros((int(data),), dtype=dtype)
    return ms.from_numpy(np.ascontiguousarray(data)).astype(dtype)
