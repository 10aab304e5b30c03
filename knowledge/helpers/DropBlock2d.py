from helper import drop_block2d
from mindspore import nn


class DropBlock2d(nn.Cell):
    """In training, sets squares of block_size in x (N, C, H, W) to 0, and makes the rest greater.

    Equals torchvision.ops.DropBlock2d; x itself stays as it is. The squares come from numpy, which
    needs PyNative mode.
    """

    def __init__(self, p, block_size, inplace=False, eps=1e-06):
        super().__init__()
        self.p = p
        self.block_size = block_size
        self.inplace = inplace
        self.eps = eps

    def construct(self, input):
        how = (self.p, self.block_size, self.inplace, self.eps, self.training)
        return drop_block2d(input, *how)
