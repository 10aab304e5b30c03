from helper import mish
from mindspore import nn


class Mish(nn.Cell):
    """input * tanh(softplus(input)), as torch.nn.Mish has it; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()

    def construct(self, input):
        return mish(input)
