import mindspore as ms
import numpy as np
from helper import triangular_filters


def linear_fbanks(n_freqs, f_min, f_max, n_filter, sample_rate) -> ms.Tensor:
    """Filters at equal distances from f_min to f_max Hz as a float32 matrix (n_freqs, n_filter).

    Equals torchaudio.functional.linear_fbanks.
    """
    frequencies = np.linspace(0, sample_rate // 2, n_freqs)
    return triangular_filters(frequencies, np.linspace(f_min, f_max, n_filter + 2))
