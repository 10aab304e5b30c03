from helper import add_noise
from mindspore import nn


class AddNoise(nn.Cell):
    """waveform + noise (..., L), the noise scaled to the ratio snr (...) in dB.

    Equals torchaudio.transforms.AddNoise.
    """

    def construct(self, waveform, noise, snr, lengths=None):
        return add_noise(waveform, noise, snr, lengths)
