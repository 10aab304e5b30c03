from helper import ConvTasNet
from mindspore import nn


def conv_tasnet_base(num_sources=2) -> nn.Cell:
    """A ConvTasNet whose masks come from ReLU.

    Equals torchaudio.models.conv_tasnet_base.
    """
    return ConvTasNet(num_sources, msk_activate="relu")
