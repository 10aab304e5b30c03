from helper import selu
from mindspore import nn


class SELU(nn.SeLU):
    """scale * (x, or alpha * (exp(x) - 1) below 0), as torch.nn.SELU; inplace changes nothing.

    The gradient of mindspore.nn.SeLU is off below 0 on a CPU.
    """

    def __init__(self, inplace=False):
        super().__init__()

    def construct(self, input):
        return selu(input)
