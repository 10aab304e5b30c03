from helper import max_unpool1d
from mindspore import nn


class MaxUnpool1d(nn.Cell):
    """Puts the greatest values of windows back to their places, 0 elsewhere.

    Equals torch.nn.MaxUnpool1d.
    """

    def __init__(self, kernel_size, stride=None, padding=0):
        super().__init__()
        self.kernel_size = kernel_size
        self.stride = stride
        self.padding = padding

    def construct(self, input, indices, output_size=None):
        return max_unpool1d(
            input, indices, self.kernel_size, self.stride, self.padding, output_size
        )
