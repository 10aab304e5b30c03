from mindspore import nn


class BasicConv2d(nn.Cell):
    """A convolution without bias, normalised, and ReLU: (N, in_channels, H, W) to (N, out_channels, ...).

    Equals torchvision.models.inception.BasicConv2d and that of GoogLeNet.
    """

    def __init__(self, in_channels, out_channels, kernel_size, stride=1, padding=0):
        super().__init__()
        high, wide = (padding, padding) if isinstance(padding, int) else padding
        self.conv = nn.Conv2d(
            in_channels,
            out_channels,
            kernel_size,
            stride,
            pad_mode="pad",
            padding=(high, high, wide, wide),
        )
        self.bn = nn.BatchNorm2d(out_channels, eps=0.001)
        self.relu = nn.ReLU()

    def construct(self, x):
        return self.relu(self.bn(self.conv(x)))
