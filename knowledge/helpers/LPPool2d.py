from helper import lp_pool2d
from mindspore import nn


class LPPool2d(nn.LPPool2d):
    """mindspore.nn.LPPool2d, also for a norm_type that is not even, as torch.nn.LPPool2d."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__(norm_type, kernel_size, stride, ceil_mode)

    def construct(self, input):
        return lp_pool2d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)
