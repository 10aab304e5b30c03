import mindspore as ms
import numpy as np


def iinfo(dtype):
    """The limits of an integer dtype: max, min, bits.

    Equals torch.iinfo. The graph compiler asks numpy once, when it compiles.
    """
    if dtype == ms.int64:
        return np.iinfo(np.int64)
    if dtype == ms.int32:
        return np.iinfo(np.int32)
    if dtype == ms.int16:
        return np.iinfo(np.int16)
    if dtype == ms.int8:
        return np.iinfo(np.int8)
    if dtype == ms.uint8:
        return np.iinfo(np.uint8)
    return np.iinfo(ms.dtype_to_nptype(dtype))
