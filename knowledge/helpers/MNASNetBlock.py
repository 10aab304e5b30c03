from mindspore import nn


class MNASNetBlock(nn.Cell):
    """Wide depthwise convolution between two of 1x1: (N, channels, H, W) to (N, out, H / stride, ...).

    Equals the blocks of torchvision.models.MNASNet.
    """

    def __init__(self, channels, out, kernel_size, stride, expansion):
        super().__init__()
        wide, momentum = channels * expansion, 0.9997
        self.layers = nn.SequentialCell(
            nn.Conv2d(channels, wide, 1),
            nn.BatchNorm2d(wide, momentum=momentum),
            nn.ReLU(),
            nn.Conv2d(
                wide,
                wide,
                kernel_size,
                stride,
                pad_mode="pad",
                padding=kernel_size // 2,
                group=wide,
            ),
            nn.BatchNorm2d(wide, momentum=momentum),
            nn.ReLU(),
            nn.Conv2d(wide, out, 1),
            nn.BatchNorm2d(out, momentum=momentum),
        )
        self.apply_residual = channels == out and stride == 1

    def construct(self, input):
        return self.layers(input) + input if self.apply_residual else self.layers(input)
