from mindspore import nn, ops


class Unfold(nn.Cell):
    """Take the blocks that a kernel meets out of (N, C, H, W): (N, C * kernel size, blocks).

    Equals torch.nn.Unfold.
    """

    def __init__(self, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input):
        return ops.unfold(input, self.kernel_size, self.dilation, self.padding, self.stride)
