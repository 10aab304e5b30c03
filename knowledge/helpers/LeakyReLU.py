from mindspore import nn, ops


class LeakyReLU(nn.Cell):
    """torch.nn.LeakyReLU, its gradient at 0 included; inplace changes nothing.

    mindspore.nn.LeakyReLU has the mean of both slopes at 0.
    """

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__()
        self.negative_slope = negative_slope

    def construct(self, x):
        return ops.where(x > 0, x, self.negative_slope * x)
