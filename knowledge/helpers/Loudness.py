from helper import loudness
from mindspore import nn


class Loudness(nn.Cell):
    """How loud sound (..., channels, L) is by ITU-R BS.1770-4, in LKFS: (...).

    Equals torchaudio.transforms.Loudness; it has no gradient and needs PyNative mode.
    """

    def __init__(self, sample_rate):
        super().__init__()
        self.sample_rate = sample_rate

    def construct(self, wavefrom):
        return loudness(wavefrom, self.sample_rate)
