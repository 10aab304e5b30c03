from mindspore import nn, ops


class LogSoftmax(nn.LogSoftmax):
    """mindspore.nn.LogSoftmax with the arguments of torch.nn.LogSoftmax.

    Without dim the number of axes tells the axis, as in torch.
    """

    def __init__(self, dim=None):
        super().__init__(-1 if dim is None else dim)
        self.dim = dim

    def construct(self, x):
        dim = self.dim
        if dim is None:
            dim = 0 if x.ndim in (0, 1, 3) else 1
        return ops.log_softmax(x, dim)
