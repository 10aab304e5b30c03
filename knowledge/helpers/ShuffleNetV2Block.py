from helper import channel_shuffle
from mindspore import mint, nn


class ShuffleNetV2Block(nn.Cell):
    """Two branches whose channels are shuffled: (N, inp, H, W) to (N, oup, H / stride, W / stride).

    With stride 1 the first branch hands on half of the channels. Equals
    torchvision.models.shufflenetv2.InvertedResidual.
    """

    def __init__(self, inp, oup, stride):
        super().__init__()
        if not 1 <= stride <= 3:
            raise ValueError("illegal stride value")
        half = oup // 2
        if stride == 1 and inp != 2 * half:
            raise ValueError(f"with stride 1, inp {inp} has to be twice oup // 2, {half}")
        self.stride = stride
        if stride > 1:
            self.branch1 = nn.SequentialCell(
                self.depthwise_conv(inp, inp, 3, stride, 1),
                nn.BatchNorm2d(inp),
                nn.Conv2d(inp, half, 1),
                nn.BatchNorm2d(half),
                nn.ReLU(),
            )
        self.branch2 = nn.SequentialCell(
            nn.Conv2d(inp if stride > 1 else half, half, 1),
            nn.BatchNorm2d(half),
            nn.ReLU(),
            self.depthwise_conv(half, half, 3, stride, 1),
            nn.BatchNorm2d(half),
            nn.Conv2d(half, half, 1),
            nn.BatchNorm2d(half),
            nn.ReLU(),
        )

    @staticmethod
    def depthwise_conv(i, o, kernel_size, stride=1, padding=0, bias=False):
        return nn.Conv2d(
            i, o, kernel_size, stride, pad_mode="pad", padding=padding, group=i, has_bias=bias
        )

    def construct(self, x):
        if self.stride == 1:
            kept, changed = mint.chunk(x, 2, 1)
            out = mint.cat((kept, self.branch2(changed)), 1)
        else:
            out = mint.cat((self.branch1(x), self.branch2(x)), 1)
        return channel_shuffle(out, 2)
