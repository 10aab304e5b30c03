import mindspore as ms
import numpy as np


def kaldi_mel_banks(num_bins, padded_size, sample_freq, low_freq, high_freq) -> ms.Tensor:
    """Kaldi's mel filters as a float32 matrix (padded_size // 2 + 1, num_bins).

    high_freq counts from half the rate where it is not above 0, as Kaldi has it.
    """
    high_freq = high_freq if high_freq > 0.0 else high_freq + 0.5 * sample_freq
    lowest, highest = (1127.0 * np.log(1.0 + f / 700.0) for f in (low_freq, high_freq))
    corners = np.linspace(lowest, highest, num_bins + 2)
    step = corners[1] - corners[0]
    bins = np.arange(padded_size // 2 + 1)[:, None] * sample_freq / padded_size
    distances = 1127.0 * np.log(1.0 + bins / 700.0) - corners
    banks = np.maximum(0, np.minimum(distances[:, :-2], -distances[:, 2:]) / step)
    banks[-1] = 0
    return ms.Tensor(banks, ms.float32)
