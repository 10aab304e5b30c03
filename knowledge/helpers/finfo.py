import types

import mindspore as ms
import numpy as np


def finfo(dtype=ms.float32):
    """The limits of a floating dtype, bfloat16 included: max, min, eps, tiny, bits, resolution.

    Equals torch.finfo.
    """
    if dtype != ms.bfloat16:
        return np.finfo(ms.dtype_to_nptype(dtype))
    largest, smallest = (2 - 2.0**-7) * 2.0**127, 2.0**-126
    return types.SimpleNamespace(
        bits=16, dtype=dtype, eps=2.0**-7, max=largest, min=-largest, resolution=0.01,
        smallest_normal=smallest, tiny=smallest,
    )  # fmt: skip
