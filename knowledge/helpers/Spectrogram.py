from helper import hann_window, spectrogram
from mindspore import nn


class Spectrogram(nn.Cell):
    """|spectrum| ** power of the frames of a signal, (..., L) to (..., freq, frames).

    Equals torchaudio.transforms.Spectrogram; the spectra stay complex where power is None.
    """

    def __init__(
        self,
        n_fft=400,
        win_length=None,
        hop_length=None,
        pad=0,
        window_fn=hann_window,
        power=2.0,
        normalized=False,
        wkwargs=None,
        center=True,
        pad_mode="reflect",
        onesided=True,
        return_complex=None,
    ):
        super().__init__()
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))
        self.pad = pad
        self.power = power
        self.normalized = normalized
        self.center = center
        self.pad_mode = pad_mode
        self.onesided = onesided

    def construct(self, waveform):
        frames = (self.n_fft, self.hop_length, self.win_length)
        how = (self.power, self.normalized, self.center, self.pad_mode, self.onesided)
        return spectrogram(waveform, self.pad, self.window, *frames, *how)
