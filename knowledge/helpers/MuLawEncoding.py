from helper import mu_law_encoding
from mindspore import nn


class MuLawEncoding(nn.Cell):
    """Mu-law codes of a signal in -1 to 1: int64, 0 to quantization_channels - 1.

    Equals torchaudio.transforms.MuLawEncoding.
    """

    def __init__(self, quantization_channels=256):
        super().__init__()
        self.quantization_channels = quantization_channels

    def construct(self, x):
        return mu_law_encoding(x, self.quantization_channels)
