from mindspore import nn


class Mish(nn.Mish):
    """mindspore.nn.Mish with the arguments of torch.nn.Mish; inplace changes nothing."""

    def __init__(self, inplace=False):
        super().__init__()
