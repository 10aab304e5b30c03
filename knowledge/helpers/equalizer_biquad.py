import math

import mindspore as ms
from helper import biquad


def equalizer_biquad(waveform, sample_rate, center_freq, gain, Q=0.707) -> ms.Tensor:
    """A signal (..., L) louder by gain dB around center_freq Hz, clipped to -1 to 1.

    Equals torchaudio.functional.equalizer_biquad; it has no gradient and needs PyNative mode.
    """
    w0 = 2 * math.pi * center_freq / sample_rate
    alpha, amplitude = math.sin(w0) / 2 / Q, 10 ** (gain / 40)
    turn, up, down = -2 * math.cos(w0), alpha * amplitude, alpha / amplitude
    return biquad(waveform, 1 + up, turn, 1 - up, 1 + down, turn, 1 - down)
