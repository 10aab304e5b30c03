from mindspore import nn, ops


class Softplus(nn.Cell):
    """log(1 + exp(beta * x)) / beta, and x itself where beta * x is above threshold.

    Equals torch.nn.Softplus.
    """

    def __init__(self, beta=1.0, threshold=20.0):
        super().__init__()
        self.beta = beta
        self.threshold = threshold

    def construct(self, x):
        return ops.softplus(x, self.beta, self.threshold)
