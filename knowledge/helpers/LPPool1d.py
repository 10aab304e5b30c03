from helper import lp_pool1d
from mindspore import nn


class LPPool1d(nn.LPPool1d):
    """mindspore.nn.LPPool1d, also for a norm_type that is not even, as torch.nn.LPPool1d."""

    def __init__(self, norm_type, kernel_size, stride=None, ceil_mode=False):
        super().__init__(norm_type, kernel_size, stride, ceil_mode)

    def construct(self, input):
        return lp_pool1d(input, self.norm_type, self.kernel_size, self.stride, self.ceil_mode)
