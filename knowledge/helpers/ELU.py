from mindspore import nn, ops


class ELU(nn.ELU):
    """mindspore.nn.ELU with the arguments of torch.nn.ELU; inplace changes nothing."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__()
        self.alpha = alpha

    def construct(self, x):
        return ops.where(x > 0, x, self.alpha * super().construct(x))
