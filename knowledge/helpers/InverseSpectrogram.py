from helper import hann_window, inverse_spectrogram
from mindspore import nn


class InverseSpectrogram(nn.Cell):
    """The signal of complex spectra, (..., n_fft // 2 + 1, frames) to (..., L).

    Equals torchaudio.transforms.InverseSpectrogram for one side.
    """

    def __init__(
        self,
        n_fft=400,
        win_length=None,
        hop_length=None,
        pad=0,
        window_fn=hann_window,
        normalized=False,
        wkwargs=None,
        center=True,
        pad_mode="reflect",
        onesided=True,
    ):
        super().__init__()
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))
        self.pad = pad
        self.normalized = normalized
        self.center = center
        self.pad_mode = pad_mode
        self.onesided = onesided

    def construct(self, spectrogram, length=None):
        frames = (self.n_fft, self.hop_length, self.win_length)
        how = (self.normalized, self.center, self.pad_mode, self.onesided)
        return inverse_spectrogram(spectrogram, length, self.pad, self.window, *frames, *how)
