import mindspore as ms
from mindspore import nn, ops


class Fold(nn.Cell):
    """Add the blocks of (N, C * kernel size, blocks) up into an image (N, C, *output_size).

    Equals torch.nn.Fold.
    """

    def __init__(self, output_size, kernel_size, dilation=1, padding=0, stride=1):
        super().__init__()
        both = output_size if isinstance(output_size, (tuple, list)) else (output_size, output_size)
        self.output_size = ms.Tensor(both, ms.int32)
        self.kernel_size = kernel_size
        self.dilation = dilation
        self.padding = padding
        self.stride = stride

    def construct(self, input):
        size = self.output_size
        return ops.fold(input, size, self.kernel_size, self.dilation, self.padding, self.stride)
