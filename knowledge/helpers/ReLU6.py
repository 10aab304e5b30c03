from mindspore import nn


class ReLU6(nn.ReLU6):
    """mindspore.nn.ReLU6 with the arguments of torch.nn.ReLU6; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
