import mindspore as ms
import numpy as np
from mindspore import mint


def nan_to_num(input, nan=None, posinf=None, neginf=None) -> ms.Tensor:
    """A copy with numbers in place of NaN and the infinities; whole numbers and booleans have none.

    Equals torch.nan_to_num, also for float64, of which MindSpore has no kernel on CPU.
    """
    if input.dtype in (ms.bool_, ms.uint8, ms.int8, ms.int16, ms.int32, ms.int64):
        return input.copy()
    limits = np.finfo(ms.dtype_to_nptype(input.dtype))
    highest = float(limits.max) if posinf is None else posinf
    lowest = float(limits.min) if neginf is None else neginf
    infinite = mint.isinf(input)
    values = input.masked_fill(mint.isnan(input), ms.Tensor(nan or 0.0, input.dtype))
    values = values.masked_fill(infinite.logical_and(input > 0), ms.Tensor(highest, input.dtype))
    return values.masked_fill(infinite.logical_and(input < 0), ms.Tensor(lowest, input.dtype))
