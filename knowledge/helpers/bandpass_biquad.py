import math

import mindspore as ms
from helper import biquad


def bandpass_biquad(
    waveform, sample_rate, central_freq, Q=0.707, const_skirt_gain=False
) -> ms.Tensor:
    """What of a signal (..., L) is near central_freq Hz, clipped to -1 to 1.

    Equals torchaudio.functional.bandpass_biquad; it has no gradient and needs PyNative mode.
    """
    w0 = 2 * math.pi * central_freq / sample_rate
    alpha = math.sin(w0) / 2 / Q
    peak = math.sin(w0) / 2 if const_skirt_gain else alpha
    return biquad(waveform, peak, 0.0, -peak, 1 + alpha, -2 * math.cos(w0), 1 - alpha)
