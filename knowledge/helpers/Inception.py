from helper import BasicConv2d
from mindspore import mint, nn


class Inception(nn.Cell):
    """Four branches side by side: (N, in_channels, H, W) to (N, ch1x1 + ch3x3 + ch5x5 + pool_proj, H, W).

    Equals torchvision.models.googlenet.Inception.
    """

    def __init__(
        self,
        in_channels,
        ch1x1,
        ch3x3red,
        ch3x3,
        ch5x5red,
        ch5x5,
        pool_proj,
        conv_block=BasicConv2d,
    ):
        super().__init__()
        self.branch1 = conv_block(in_channels, ch1x1, kernel_size=1)
        self.branch2 = nn.SequentialCell(
            conv_block(in_channels, ch3x3red, kernel_size=1),
            conv_block(ch3x3red, ch3x3, kernel_size=3, padding=1),
        )
        self.branch3 = nn.SequentialCell(
            conv_block(in_channels, ch5x5red, kernel_size=1),
            conv_block(ch5x5red, ch5x5, kernel_size=3, padding=1),
        )
        self.branch4 = nn.SequentialCell(
            nn.MaxPool2d(3, 1, pad_mode="pad", padding=1, ceil_mode=True),
            conv_block(in_channels, pool_proj, kernel_size=1),
        )

    def construct(self, x):
        return mint.cat((self.branch1(x), self.branch2(x), self.branch3(x), self.branch4(x)), 1)
