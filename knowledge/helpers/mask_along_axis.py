import mindspore as ms
import numpy as np
from mindspore import ops


def mask_along_axis(specgram, mask_param, mask_value, axis, p=1.0) -> ms.Tensor:
    """specgram (..., freq, time) with mask_value in one band of up to mask_param bins along axis.

    As torchaudio.functional.mask_along_axis: the band is the same for all channels and at most the
    share p of the axis. numpy draws it.
    """
    size = specgram.shape[axis]
    widest = mask_param if p == 1.0 else min(mask_param, int(size * p))
    if widest < 1:
        return specgram
    width = np.random.rand() * widest
    start = int(np.random.rand() * (size - width))
    inside = (np.arange(size) >= start) & (np.arange(size) < start + int(width))
    inside = inside[:, None] if axis % specgram.ndim == specgram.ndim - 2 else inside
    return ops.masked_fill(specgram, ms.Tensor(inside), mask_value)
