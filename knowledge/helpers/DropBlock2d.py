import mindspore as ms
import numpy as np
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
        if not 0 <= self.p <= 1:
            raise ValueError(f"drop probability has to be between 0 and 1, but got {self.p}.")
        if not self.training or self.p == 0:
            return input
        n, c, h, w = input.shape
        size = min(self.block_size, w, h)
        if size % 2 == 0:
            raise ValueError(f"block size should be odd. Got {size} which is even.")
        high, wide = h - size + 1, w - size + 1
        gamma = self.p * h * w / (size**2 * high * wide)
        corners = np.random.random_sample((n, c, high, wide)) < gamma
        dropped = np.zeros((n, c, h, w), bool)
        for down in range(size):
            for across in range(size):
                dropped[:, :, down : down + high, across : across + wide] |= corners
        kept = ms.Tensor(~dropped).astype(input.dtype)
        return input * kept * (dropped.size / (self.eps + float((~dropped).sum())))
