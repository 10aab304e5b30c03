import numpy as np
from helper import Speed
from mindspore import nn


class SpeedPerturbation(nn.Cell):
    """A signal (..., L) played as fast as one of factors tells, and its lengths (...) then, or None.

    As torchaudio.transforms.SpeedPerturbation; numpy draws the factor.
    """

    def __init__(self, orig_freq, factors):
        super().__init__()
        self.speeders = nn.CellList([Speed(orig_freq, factor) for factor in factors])

    def construct(self, waveform, lengths=None):
        return self.speeders[np.random.randint(len(self.speeders))](waveform, lengths)
