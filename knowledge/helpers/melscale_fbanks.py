import math

import mindspore as ms
import numpy as np
from helper import triangular_filters


def melscale_fbanks(
    n_freqs, f_min, f_max, n_mels, sample_rate, norm=None, mel_scale="htk"
) -> ms.Tensor:
    """Mel filters as a float32 matrix (n_freqs, n_mels), of the scale "htk" or "slaney".

    Equals torchaudio.functional.melscale_fbanks; with norm="slaney" all filters have the same area.
    """
    if mel_scale == "htk":
        lowest, highest = (2595.0 * math.log10(1.0 + f / 700.0) for f in (f_min, f_max))
        corners = 700.0 * (10.0 ** (np.linspace(lowest, highest, n_mels + 2) / 2595.0) - 1.0)
    else:
        # Linear to 1000 Hz, which is mel 15, and logarithmic above.
        step = math.log(6.4) / 27.0
        lowest, highest = (
            15.0 + math.log(f / 1000.0) / step if f >= 1000.0 else f * 3.0 / 200.0
            for f in (f_min, f_max)
        )
        mels = np.linspace(lowest, highest, n_mels + 2)
        above = 1000.0 * np.exp(step * (np.maximum(mels, 15.0) - 15.0))
        corners = np.where(mels >= 15.0, above, mels * 200.0 / 3.0)
    filters = triangular_filters(np.linspace(0, sample_rate // 2, n_freqs), corners)
    if norm == "slaney":
        filters = filters * ms.Tensor(2.0 / (corners[2:] - corners[:-2]), ms.float32)
    return filters
