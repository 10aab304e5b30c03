from helper import lp_pool3d
from mindspore import nn


class LPPool3d(nn.Cell):
    """The norm of each window of the last three axes: (N, C, D, H, W) or (C, D, H, W).

    Equals torch.nn.LPPool3d.
    """

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__()
        self.norm_type = norm_type
        self.kernel_size = kernel_size
        self.stride = stride
        self.ceil_mode = ceil_mode

    def construct(self, input):
        return lp_pool3d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)
