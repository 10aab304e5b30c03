from mindspore import nn


class Dropout2d(nn.Dropout2d):
    """mindspore.nn.Dropout2d with the arguments of torch.nn.Dropout2d."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=p)
