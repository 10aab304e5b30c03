from helper import max_unpool3d
from mindspore import nn


class MaxUnpool3d(nn.Cell):
    """Puts the greatest values of windows back to their places, 0 elsewhere.

    Equals torch.nn.MaxUnpool3d.
    """

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding

    def construct(self, input, indices, output_size=None):
        return max_unpool3d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )
