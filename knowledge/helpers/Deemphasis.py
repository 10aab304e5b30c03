from helper import deemphasis
from mindspore import nn


class Deemphasis(nn.Cell):
    """A signal (..., L) to which coeff times the result before is added, clipped to -1 to 1.

    Equals torchaudio.transforms.Deemphasis; it has no gradient and needs PyNative mode.
    """

    def __init__(self, coeff=0.97):
        super().__init__()
        self.coeff = coeff

    def construct(self, waveform):
        return deemphasis(waveform, self.coeff)
