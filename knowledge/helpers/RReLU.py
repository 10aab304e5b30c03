from mindspore import nn, ops


class RReLU(nn.Cell):
    """Leaky ReLU, of random slopes in training, of the middle of lower and upper otherwise.

    Equals torch.nn.RReLU; mindspore.nn.RReLU draws slopes in evaluation, too.
    """

    def __init__(self, lower=1.0 / 8, upper=1.0 / 3, inplace=False):
        super().__init__()
        self.lower = lower
        self.upper = upper

    def construct(self, input):
        if self.training:
            return ops.rrelu(input, self.lower, self.upper)
        return ops.leaky_relu(input, (self.lower + self.upper) / 2)
