import math

import mindspore as ms
from helper import biquad


def treble_biquad(waveform, sample_rate, gain, central_freq=3000, Q=0.707) -> ms.Tensor:
    """A signal (..., L) louder by gain dB above central_freq Hz, clipped to -1 to 1.

    Equals torchaudio.functional.treble_biquad; it has no gradient and needs PyNative mode.
    """
    w0 = 2 * math.pi * central_freq / sample_rate
    alpha, amplitude, cosine = math.sin(w0) / 2 / Q, 10 ** (gain / 40), math.cos(w0)
    more, less = amplitude + 1, amplitude - 1
    edge = 2 * math.sqrt(amplitude) * alpha
    b = (
        amplitude * (more + less * cosine + edge),
        -2 * amplitude * (less + more * cosine),
        amplitude * (more + less * cosine - edge),
    )
    a = (more - less * cosine + edge, 2 * (less - more * cosine), more - less * cosine - edge)
    return biquad(waveform, *b, *a)
