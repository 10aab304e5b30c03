from helper import BasicConv2d
from mindspore import mint, nn


class InceptionB(nn.Cell):
    """Convolutions with stride 2 beside a pooling: (N, C, H, W) to (N, 480 + C, (H - 1) / 2, (W - 1) / 2).

    Equals torchvision.models.inception.InceptionB.
    """

    def __init__(self, in_channels, conv_block=BasicConv2d):
        super().__init__()
        self.branch3x3 = conv_block(in_channels, 384, kernel_size=3, stride=2)
        self.branch3x3dbl_1 = conv_block(in_channels, 64, kernel_size=1)
        self.branch3x3dbl_2 = conv_block(64, 96, kernel_size=3, padding=1)
        self.branch3x3dbl_3 = conv_block(96, 96, kernel_size=3, stride=2)
        self.pool = nn.MaxPool2d(3, 2)

    def construct(self, x):
        branch3x3dbl = self.branch3x3dbl_3(self.branch3x3dbl_2(self.branch3x3dbl_1(x)))
        return mint.cat((self.branch3x3(x), branch3x3dbl, self.pool(x)), 1)
