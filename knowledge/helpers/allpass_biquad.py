import math

import mindspore as ms
from helper import biquad


def allpass_biquad(waveform, sample_rate, central_freq, Q=0.707) -> ms.Tensor:
    """A signal (..., L) whose phases alone change, around central_freq Hz; clipped to -1 to 1.

    Equals torchaudio.functional.allpass_biquad; it has no gradient and needs PyNative mode.
    """
    w0 = 2 * math.pi * central_freq / sample_rate
    alpha = math.sin(w0) / 2 / Q
    return biquad(
        waveform, 1 - alpha, -2 * math.cos(w0), 1 + alpha, 1 + alpha, -2 * math.cos(w0), 1 - alpha
    )
