from helper import BasicConv2d
from mindspore import mint, nn


class InceptionE(nn.Cell):
    """Convolutions that part into 1x3 and 3x1: (N, in_channels, H, W) to (N, 2048, H, W).

    Equals torchvision.models.inception.InceptionE.
    """

    def __init__(self, in_channels, conv_block=BasicConv2d):
        super().__init__()
        flat = {"kernel_size": (1, 3), "padding": (0, 1)}
        tall = {"kernel_size": (3, 1), "padding": (1, 0)}
        self.branch1x1 = conv_block(in_channels, 320, kernel_size=1)
        self.branch3x3_1 = conv_block(in_channels, 384, kernel_size=1)
        self.branch3x3_2a = conv_block(384, 384, **flat)
        self.branch3x3_2b = conv_block(384, 384, **tall)
        self.branch3x3dbl_1 = conv_block(in_channels, 448, kernel_size=1)
        self.branch3x3dbl_2 = conv_block(448, 384, kernel_size=3, padding=1)
        self.branch3x3dbl_3a = conv_block(384, 384, **flat)
        self.branch3x3dbl_3b = conv_block(384, 384, **tall)
        self.branch_pool = conv_block(in_channels, 192, kernel_size=1)
        self.pool = nn.AvgPool2d(3, 1, pad_mode="pad", padding=1)

    def construct(self, x):
        one = self.branch3x3_1(x)
        two = self.branch3x3dbl_2(self.branch3x3dbl_1(x))
        branches = (
            self.branch1x1(x),
            self.branch3x3_2a(one),
            self.branch3x3_2b(one),
            self.branch3x3dbl_3a(two),
            self.branch3x3dbl_3b(two),
            self.branch_pool(self.pool(x)),
        )
        return mint.cat(branches, 1)
