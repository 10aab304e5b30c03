from helper import preemphasis
from mindspore import nn


class Preemphasis(nn.Cell):
    """A signal (..., L) less coeff times the sample before; the first one stays.

    Equals torchaudio.transforms.Preemphasis.
    """

    def __init__(self, coeff=0.97):
        super().__init__()
        self.coeff = coeff

    def construct(self, waveform):
        return preemphasis(waveform, self.coeff)
