import mindspore as ms
import numpy as np
from mindspore import ops


def sliding_window_cmn(
    specgram, cmn_window=600, min_cmn_window=100, center=False, norm_vars=False
) -> ms.Tensor:
    """specgram (..., time, freq) without the mean of a window that slides along time.

    Equals torchaudio.functional.sliding_window_cmn; norm_vars divides by the deviation, too.
    """
    count = specgram.shape[-2]
    times = np.arange(count)
    starts = times - cmn_window // 2 if center else times - cmn_window
    ends = starts + cmn_window if center else np.maximum(times + 1, min_cmn_window)
    ends = np.where(starts < 0, ends - starts, ends) if center else ends
    starts = np.maximum(starts, 0)
    beyond = np.maximum(ends - count, 0)
    starts, ends = np.maximum(starts - beyond, 0), ends - beyond
    sizes = ms.Tensor((ends - starts)[:, None], specgram.dtype)
    inside = (times >= starts[:, None]) & (times < ends[:, None])
    means = ops.matmul(ms.Tensor(inside, specgram.dtype), specgram) / sizes
    if not norm_vars:
        return specgram - means
    squares = ops.matmul(ms.Tensor(inside, specgram.dtype), specgram**2) / sizes
    scaled = (specgram - means) * (squares - means**2) ** -0.5
    return ops.where(sizes == 1, ops.zeros_like(specgram), scaled)
