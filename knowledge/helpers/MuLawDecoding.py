from helper import mu_law_decoding
from mindspore import nn


class MuLawDecoding(nn.Cell):
    """The signal in -1 to 1 of mu-law codes 0 to quantization_channels - 1.

    Equals torchaudio.transforms.MuLawDecoding.
    """

    def __init__(self, quantization_channels=256):
        super().__init__()
        self.quantization_channels = quantization_channels

    def construct(self, x_mu):
        return mu_law_decoding(x_mu, self.quantization_channels)
