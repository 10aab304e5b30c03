from mindspore import nn


class Dropout3d(nn.Dropout3d):
    """mindspore.nn.Dropout3d with the arguments of torch.nn.Dropout3d."""

    def __init__(self, p=0.5, inplace=False):
        super().__init__(p=float(p))
