from helper import hann_window, spectral_centroid
from mindspore import nn


class SpectralCentroid(nn.Cell):
    """The mean frequency in Hz of each frame of a signal: (..., L) to (..., frames).

    Equals torchaudio.transforms.SpectralCentroid.
    """

    def __init__(
        self,
        sample_rate,
        n_fft=400,
        win_length=None,
        hop_length=None,
        pad=0,
        window_fn=hann_window,
        wkwargs=None,
    ):
        super().__init__()
        self.sample_rate = sample_rate
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))
        self.pad = pad

    def construct(self, waveform):
        frames = (self.n_fft, self.hop_length, self.win_length)
        return spectral_centroid(waveform, self.sample_rate, self.pad, self.window, *frames)
