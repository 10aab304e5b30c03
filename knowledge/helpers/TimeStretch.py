import math

from helper import phase_vocoder
from mindspore import nn, ops


class TimeStretch(nn.Cell):
    """Complex spectra (..., n_freq, frames) played faster or slower at the same pitch.

    Equals torchaudio.transforms.TimeStretch.
    """

    def __init__(self, hop_length=None, n_freq=201, fixed_rate=None):
        super().__init__()
        self.fixed_rate = fixed_rate
        hop_length = n_freq - 1 if hop_length is None else hop_length
        advance = ops.linspace(0, math.pi * hop_length, n_freq).expand_dims(-1)
        self.register_buffer("phase_advance", advance)

    def construct(self, complex_specgrams, overriding_rate=None):
        rate = self.fixed_rate if overriding_rate is None else overriding_rate
        if rate is None:
            raise ValueError("TimeStretch needs fixed_rate or overriding_rate")
        return phase_vocoder(complex_specgrams, rate, self.phase_advance)
