from helper import drop_block3d
from mindspore import nn


class DropBlock3d(nn.Cell):
    """In training, sets cubes of block_size in x (N, C, D, H, W) to 0, and makes the rest greater.

    Equals torchvision.ops.DropBlock3d; x itself stays as it is. The cubes come from numpy, which
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
        return drop_block3d(input, *how)
