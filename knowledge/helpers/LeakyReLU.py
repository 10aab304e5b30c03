from mindspore import nn


class LeakyReLU(nn.LeakyReLU):
    """mindspore.nn.LeakyReLU with the arguments of torch.nn.LeakyReLU; inplace changes nothing."""

    def __init__(self, negative_slope=0.01, inplace=False):
        super().__init__(negative_slope)
