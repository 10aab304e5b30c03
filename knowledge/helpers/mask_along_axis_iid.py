import mindspore as ms
import numpy as np
from mindspore import ops


def mask_along_axis_iid(specgrams, mask_param, mask_value, axis, p=1.0) -> ms.Tensor:
    """specgrams (..., freq, time) with mask_value in a band of up to mask_param bins along axis.

    As torchaudio.functional.mask_along_axis_iid: each channel has its own band, at most the share p
    of the axis. numpy draws them.
    """
    size = specgrams.shape[axis]
    widest = mask_param if p == 1.0 else min(mask_param, int(size * p))
    if widest < 1:
        return specgrams
    widths = np.random.rand(*specgrams.shape[:-2], 1) * widest
    starts = (np.random.rand(*widths.shape) * (size - widths)).astype(int)
    inside = (np.arange(size) >= starts) & (np.arange(size) < starts + widths.astype(int))
    is_time = axis % specgrams.ndim == specgrams.ndim - 1
    inside = inside[..., None, :] if is_time else inside[..., None]
    return ops.masked_fill(specgrams, ms.Tensor(inside), mask_value)
