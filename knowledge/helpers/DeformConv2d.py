import math

import mindspore as ms
from helper import deform_conv2d
from mindspore import nn
from mindspore.common.initializer import Uniform, initializer


class DeformConv2d(nn.Cell):
    """A convolution (N, C, H, W) that reads each pixel offset away from its place, times mask.

    Equals torchvision.ops.DeformConv2d.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        kernel_size,
        stride=1,
        padding=0,
        dilation=1,
        groups=1,
        bias=True,
    ):
        super().__init__()
        if in_channels % groups != 0 or out_channels % groups != 0:
            raise ValueError("in_channels and out_channels must be divisible by groups")
        pairs = (
            (size, size) if isinstance(size, int) else tuple(size)
            for size in (kernel_size, stride, padding, dilation)
        )
        self.kernel_size, self.stride, self.padding, self.dilation = pairs
        self.in_channels = in_channels
        self.out_channels = out_channels
        self.groups = groups
        shape = (out_channels, in_channels // groups, *self.kernel_size)
        bound = Uniform(1 / math.sqrt(math.prod(shape[1:])))
        self.weight = ms.Parameter(initializer(bound, shape), name="weight")
        self.bias = None
        if bias:
            self.bias = ms.Parameter(initializer(bound, (out_channels,)), name="bias")

    def construct(self, input, offset, mask=None):
        how = (self.stride, self.padding, self.dilation, mask)
        return deform_conv2d(input, offset, self.weight, self.bias, *how)
