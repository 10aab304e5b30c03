import mindspore as ms
import numpy as np


def inclusive_range(start=0, end=None, step=1, *, dtype=None) -> ms.Tensor:
    """Numbers from start to end, which counts, in steps; float32 unless dtype says otherwise.

    Equals torch.range.
    """
    count = int((end - start) / step + 1)
    return ms.tensor(start + step * np.arange(count), dtype=dtype or ms.float32)
