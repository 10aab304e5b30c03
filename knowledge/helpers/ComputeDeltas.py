from helper import compute_deltas
from mindspore import nn


class ComputeDeltas(nn.Cell):
    """Slopes along time of a spectrogram (..., freq, time), by least squares over win_length frames.

    Equals torchaudio.transforms.ComputeDeltas.
    """

    def __init__(self, win_length=5, mode="replicate"):
        super().__init__()
        self.win_length = win_length
        self.mode = mode

    def construct(self, specgram):
        return compute_deltas(specgram, self.win_length, self.mode)
