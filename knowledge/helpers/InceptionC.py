from helper import BasicConv2d
from mindspore import mint, nn


class InceptionC(nn.Cell):
    """Convolutions of 1x7 and 7x1 side by side: (N, in_channels, H, W) to (N, 768, H, W).

    Equals torchvision.models.inception.InceptionC.
    """

    def __init__(self, in_channels, channels_7x7, conv_block=BasicConv2d):
        super().__init__()
        c7 = channels_7x7
        flat = {"kernel_size": (1, 7), "padding": (0, 3)}
        tall = {"kernel_size": (7, 1), "padding": (3, 0)}
        self.branch1x1 = conv_block(in_channels, 192, kernel_size=1)
        self.branch7x7_1 = conv_block(in_channels, c7, kernel_size=1)
        self.branch7x7_2 = conv_block(c7, c7, **flat)
        self.branch7x7_3 = conv_block(c7, 192, **tall)
        self.branch7x7dbl_1 = conv_block(in_channels, c7, kernel_size=1)
        self.branch7x7dbl_2 = conv_block(c7, c7, **tall)
        self.branch7x7dbl_3 = conv_block(c7, c7, **flat)
        self.branch7x7dbl_4 = conv_block(c7, c7, **tall)
        self.branch7x7dbl_5 = conv_block(c7, 192, **flat)
        self.branch_pool = conv_block(in_channels, 192, kernel_size=1)
        self.pool = nn.AvgPool2d(3, 1, pad_mode="pad", padding=1)

    def construct(self, x):
        branch7x7 = self.branch7x7_3(self.branch7x7_2(self.branch7x7_1(x)))
        branch7x7dbl = self.branch7x7dbl_3(self.branch7x7dbl_2(self.branch7x7dbl_1(x)))
        branch7x7dbl = self.branch7x7dbl_5(self.branch7x7dbl_4(branch7x7dbl))
        branch_pool = self.branch_pool(self.pool(x))
        return mint.cat((self.branch1x1(x), branch7x7, branch7x7dbl, branch_pool), 1)
