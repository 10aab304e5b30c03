import math

import mindspore as ms
from helper import polar
from mindspore import ops


def phase_vocoder(complex_specgrams, rate, phase_advance) -> ms.Tensor:
    """Complex spectra (..., freq, frames) played rate times as fast at the same pitch.

    phase_advance (freq, 1) is what a hop turns each frequency by. Equals
    torchaudio.functional.phase_vocoder.
    """
    if rate == 1.0:
        return complex_specgrams
    times = ops.arange(0, complex_specgrams.shape[-1], rate).astype(phase_advance.dtype)
    between = times % 1.0
    silence = ops.zeros(complex_specgrams.shape[:-1] + (2,), complex_specgrams.dtype)
    spectra = ops.cat((complex_specgrams, silence), -1)
    now = spectra[..., times.astype(ms.int64)]
    then = spectra[..., (times + 1).astype(ms.int64)]
    turn = ops.angle(then) - ops.angle(now) - phase_advance
    turn = turn - 2 * math.pi * ops.round(turn / (2 * math.pi)) + phase_advance
    phase = ops.cat((ops.angle(complex_specgrams[..., :1]), turn[..., :-1]), -1).cumsum(-1)
    magnitude = between * ops.ComplexAbs()(then) + (1 - between) * ops.ComplexAbs()(now)
    return polar(magnitude, phase)
