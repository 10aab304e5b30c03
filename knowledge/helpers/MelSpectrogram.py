from helper import MelScale, Spectrogram, hann_window
from mindspore import nn


class MelSpectrogram(nn.Cell):
    """The spectrogram of a signal on the mel scale: (..., L) to (..., n_mels, frames).

    Equals torchaudio.transforms.MelSpectrogram.
    """

    def __init__(
        self,
        sample_rate=16000,
        n_fft=400,
        win_length=None,
        hop_length=None,
        f_min=0.0,
        f_max=None,
        pad=0,
        n_mels=128,
        window_fn=hann_window,
        power=2.0,
        normalized=False,
        wkwargs=None,
        center=True,
        pad_mode="reflect",
        onesided=None,
        norm=None,
        mel_scale="htk",
    ):
        super().__init__()
        self.sample_rate = sample_rate
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.pad = pad
        self.power = power
        self.normalized = normalized
        self.n_mels = n_mels
        self.f_max = f_max
        self.f_min = f_min
        frames = (n_fft, self.win_length, self.hop_length)
        how = (pad, window_fn, power, normalized, wkwargs, center, pad_mode)
        self.spectrogram = Spectrogram(*frames, *how)
        scale = (n_mels, sample_rate, f_min, f_max, n_fft // 2 + 1, norm, mel_scale)
        self.mel_scale = MelScale(*scale)

    def construct(self, waveform):
        return self.mel_scale(self.spectrogram(waveform))
