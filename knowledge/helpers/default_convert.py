import mindspore as ms
import numpy as np


def default_convert(data):
    """The arrays in data as tensors, in the same lists, tuples and dictionaries.

    Equals torch.utils.data.default_convert.
    """
    if isinstance(data, (np.ndarray, np.generic)) and data.dtype.kind not in "SUO":
        return ms.tensor(data)
    if isinstance(data, dict):
        return type(data)({key: default_convert(item) for key, item in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(item) for item in data))
    if isinstance(data, (list, tuple)):
        found = [default_convert(item) for item in data]
        return found if isinstance(data, tuple) else type(data)(found)
    return data
