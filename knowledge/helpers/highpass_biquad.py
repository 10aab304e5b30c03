import math

import mindspore as ms
from helper import biquad


def highpass_biquad(waveform, sample_rate, cutoff_freq, Q=0.707) -> ms.Tensor:
    """A signal (..., L) without what is below cutoff_freq Hz, clipped to -1 to 1.

    Equals torchaudio.functional.highpass_biquad; it has no gradient and needs PyNative mode.
    """
    w0 = 2 * math.pi * cutoff_freq / sample_rate
    alpha = math.sin(w0) / 2 / Q
    half = (1 + math.cos(w0)) / 2
    return biquad(waveform, half, -2 * half, half, 1 + alpha, -2 * math.cos(w0), 1 - alpha)
