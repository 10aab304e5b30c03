from mindspore import nn


class Dropout1d(nn.Dropout1d):
    """mindspore.nn.Dropout1d with the arguments of torch.nn.Dropout1d."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=float(p))
