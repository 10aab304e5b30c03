import types

import mindspore as ms
import numpy as np


def finfo(dtype=ms.float32):
    """The limits of a floating dtype, bfloat16 included: max, min, eps, tiny, bits, resolution.

    Equals torch.finfo. The graph compiler asks numpy once, when it compiles.
    """
    if dtype == ms.bfloat16:
        largest, smallest = (2 - 2.0**-7) * 2.0**127, 2.0**-126
        return types.SimpleNamespace(
            bits=16, dtype=dtype, eps=2.0**-7, max=largest, min=-largest, resolution=0.01,
            smallest_normal=smallest, tiny=smallest,
        )  # fmt: skip
    if dtype == ms.float16:
        return np.finfo(np.float16)
    if dtype in (ms.float64, ms.complex128):
        return np.finfo(np.float64)
    return np.finfo(np.float32)
