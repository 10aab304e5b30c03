from mindspore import nn, ops


class LogSigmoid(nn.Cell):
    """The logarithm of the sigmoid, element by element, finite for large negative inputs.

    Equals torch.nn.LogSigmoid.
    """

    def construct(self, input):
        return -ops.softplus(-input)
