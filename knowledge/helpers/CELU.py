from mindspore import nn


class CELU(nn.CELU):
    """mindspore.nn.CELU with the arguments of torch.nn.CELU; inplace changes nothing."""

    def __init__(self, alpha=1.0, inplace=False):
        super().__init__(alpha)
