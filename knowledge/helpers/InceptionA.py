from helper import BasicConv2d
from mindspore import mint, nn


class InceptionA(nn.Cell):
    """Convolutions of 1x1, 5x5 and 3x3 side by side: (N, in_channels, H, W) to (N, 224 + pool_features, H, W).

    Equals torchvision.models.inception.InceptionA.
    """

    def __init__(self, in_channels, pool_features, conv_block=BasicConv2d):
        super().__init__()
        self.branch1x1 = conv_block(in_channels, 64, kernel_size=1)
        self.branch5x5_1 = conv_block(in_channels, 48, kernel_size=1)
        self.branch5x5_2 = conv_block(48, 64, kernel_size=5, padding=2)
        self.branch3x3dbl_1 = conv_block(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv_block(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv_block(96, 96, kernel_size=3, padding=1)
        self.branch_pool = conv_block(in_channels, pool_features, kernel_size=1)
        self.pool = nn.AvgPool2d(3, 1, pad_mode="pad", padding=1)

    def construct(self, x):
        branch5x5 = self.branch5x5_2(self.branch5x5_1(x))
        branch3x3dbl = self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x)))
        branch_pool = self.branch_pool(self.pool(x))
        return mint.cat((self.branch1x1(x), branch5x5, branch3x3dbl, branch_pool), 1)
