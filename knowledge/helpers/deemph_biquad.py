import math

import mindspore as ms
from helper import biquad


def deemph_biquad(waveform, sample_rate) -> ms.Tensor:
    """A signal (..., L) of 44100 or 48000 Hz without a compact disc's emphasis, clipped to -1 to 1.

    Equals torchaudio.functional.deemph_biquad; it has no gradient and needs PyNative mode.
    """
    settings = {44100: (5283, 0.4845, -9.477), 48000: (5356, 0.479, -9.62)}
    if sample_rate not in settings:
        raise ValueError("Sample rate must be 44100 (audio-CD) or 48000 (DAT)")
    frequency, slope, gain = settings[sample_rate]
    w0 = 2 * math.pi * frequency / sample_rate
    a = 10 ** (gain / 40)
    alpha = math.sin(w0) / 2 * math.sqrt((a + 1 / a) * (1 / slope - 1) + 2)
    width, less, more = 2 * math.sqrt(a) * alpha, (a - 1) * math.cos(w0), (a + 1) * math.cos(w0)
    return biquad(
        waveform,
        a * (a + 1 + less + width),
        -2 * a * (a - 1 + more),
        a * (a + 1 + less - width),
        a + 1 - less + width,
        2 * (a - 1 - more),
        a + 1 - less - width,
    )
