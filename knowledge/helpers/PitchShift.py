from helper import hann_window, pitch_shift
from mindspore import nn


class PitchShift(nn.Cell):
    """A signal (..., L) that sounds n_steps of an octave's bins higher, at the same speed.

    Equals torchaudio.transforms.PitchShift.
    """

    def __init__(
        self,
        sample_rate,
        n_steps,
        bins_per_octave=12,
        n_fft=512,
        win_length=None,
        hop_length=None,
        window_fn=hann_window,
        wkwargs=None,
    ):
        super().__init__()
        self.n_steps = n_steps
        self.bins_per_octave = bins_per_octave
        self.sample_rate = sample_rate
        self.n_fft = n_fft
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 4
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))

    def construct(self, waveform):
        steps = (self.sample_rate, self.n_steps, self.bins_per_octave)
        frames = (self.n_fft, self.win_length, self.hop_length)
        return pitch_shift(waveform, *steps, *frames, self.window)
