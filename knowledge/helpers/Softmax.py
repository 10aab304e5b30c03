from helper import softmax
from mindspore import nn


class Softmax(nn.Cell):
    """The softmax along an axis; NaN where a whole row is minus infinity.

    Equals torch.nn.Softmax: on CPU MindSpore's also spoils the rows behind such a one.
    """

    def __init__(self, dim=None):
        super().__init__()
        self.dim = dim

    def construct(self, input):
        return softmax(input, self.dim)
