import mindspore as ms
import numpy as np


def kaldi_window(window_type, size, blackman_coeff=0.42) -> ms.Tensor:
    """One of Kaldi's windows as float32 (size,): povey, hanning, hamming, blackman, rectangular."""
    wave = np.cos(2 * np.pi * np.arange(size) / (size - 1))
    if window_type == "rectangular":
        window = np.ones(size)
    elif window_type == "blackman":
        window = blackman_coeff - 0.5 * wave + (0.5 - blackman_coeff) * (2 * wave**2 - 1)
    elif window_type == "hamming":
        window = 0.54 - 0.46 * wave
    else:
        window = 0.5 - 0.5 * wave
    return ms.Tensor(window**0.85 if window_type == "povey" else window, ms.float32)
