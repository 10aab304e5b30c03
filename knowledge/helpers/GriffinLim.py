from helper import griffinlim, hann_window
from mindspore import nn


class GriffinLim(nn.Cell):
    """A signal (..., L) whose spectrogram (..., n_fft // 2 + 1, frames) is near the one given.

    Equals torchaudio.transforms.GriffinLim; with rand_init the phases begin at random.
    """

    def __init__(
        self,
        n_fft=400,
        n_iter=32,
        win_length=None,
        hop_length=None,
        window_fn=hann_window,
        power=2.0,
        wkwargs=None,
        momentum=0.99,
        length=None,
        rand_init=True,
    ):
        super().__init__()
        self.n_fft = n_fft
        self.n_iter = n_iter
        self.win_length = win_length or n_fft
        self.hop_length = hop_length or self.win_length // 2
        self.register_buffer("window", window_fn(self.win_length, **(wkwargs or {})))
        self.length = length
        self.power = power
        self.momentum = momentum
        self.rand_init = rand_init

    def construct(self, specgram):
        frames = (self.n_fft, self.hop_length, self.win_length)
        how = (self.power, self.n_iter, self.momentum, self.length, self.rand_init)
        return griffinlim(specgram, self.window, *frames, *how)
