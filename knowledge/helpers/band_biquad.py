import math

import mindspore as ms
from helper import biquad


def band_biquad(waveform, sample_rate, central_freq, Q=0.707, noise=False) -> ms.Tensor:
    """A signal (..., L) with what is around central_freq Hz, the rest weaker, clipped to -1 to 1.

    noise is for signals without a pitch. Equals torchaudio.functional.band_biquad; it has no
    gradient and needs PyNative mode.
    """
    a2 = math.exp(-2 * math.pi * central_freq / Q / sample_rate)
    a1 = -4 * a2 / (1 + a2) * math.cos(2 * math.pi * central_freq / sample_rate)
    b0 = math.sqrt(1 - a1**2 / (4 * a2)) * (1 - a2)
    if noise:
        b0 = math.sqrt(((1 + a2) ** 2 - a1**2) * (1 - a2) / (1 + a2))
    return biquad(waveform, b0, 0.0, 0.0, 1.0, a1, a2)
