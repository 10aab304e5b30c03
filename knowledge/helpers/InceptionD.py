from helper import BasicConv2d
from mindspore import mint, nn


class InceptionD(nn.Cell):
    """Convolutions with stride 2 beside a pooling: (N, C, H, W) to (N, 512 + C, (H - 1) / 2, (W - 1) / 2).

    Equals torchvision.models.inception.InceptionD.
    """

    def __init__(self, in_channels, conv_block=BasicConv2d):
        super().__init__()
        self.branch3x3_1 = conv_block(in_channels, 192, kernel_size=1)
        self.branch3x3_2 = conv_block(192, 320, kernel_size=3, stride=2)
        self.branch7x7x3_1 = conv_block(in_channels, 192, kernel_size=1)
        self.branch7x7x3_2 = conv_block(192, 192, kernel_size=(1, 7), padding=(0, 3))
        self.branch7x7x3_3 = conv_block(192, 192, kernel_size=(7, 1), padding=(3, 0))
        self.branch7x7x3_4 = conv_block(192, 192, kernel_size=3, stride=2)
        self.pool = nn.MaxPool2d(3, 2)

    def construct(self, x):
        branch3x3 = self.branch3x3_2(self.branch3x3_1(x))
        branch7x7x3 = self.branch7x7x3_2(self.branch7x7x3_1(x))
        branch7x7x3 = self.branch7x7x3_4(self.branch7x7x3_3(branch7x7x3))
        return mint.cat((branch3x3, branch7x7x3, self.pool(x)), 1)
