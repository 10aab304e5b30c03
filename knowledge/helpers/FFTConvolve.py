from helper import fftconvolve
from mindspore import nn


class FFTConvolve(nn.Cell):
    """x (..., N) convolved with y (..., M): (..., N + M - 1), or the middle of it.

    Equals torchaudio.transforms.FFTConvolve.
    """

    def __init__(self, mode="full"):
        super().__init__()
        self.mode = mode

    def construct(self, x, y):
        return fftconvolve(x, y, self.mode)
