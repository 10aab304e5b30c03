from helper import ShuffleNetV2Block
from mindspore import mint, nn


class ShuffleNetV2(nn.Cell):
    """Stages of shuffled channels: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.ShuffleNetV2: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        stages_repeats,
        stages_out_channels,
        num_classes=1000,
        inverted_residual=ShuffleNetV2Block,
    ):
        super().__init__()
        if len(stages_repeats) != 3 or len(stages_out_channels) != 5:
            raise ValueError("3 stages_repeats and 5 stages_out_channels expected")
        first, *widths, last = stages_out_channels
        self.conv1 = nn.SequentialCell(
            nn.Conv2d(3, first, 3, 2, pad_mode="pad", padding=1), nn.BatchNorm2d(first), nn.ReLU()
        )
        self.maxpool = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        stages = []
        for channels, out, count in zip((first, *widths), widths, stages_repeats, strict=False):
            blocks = [inverted_residual(channels, out, 2)]
            blocks += [inverted_residual(out, out, 1) for _ in range(count - 1)]
            stages.append(nn.SequentialCell(*blocks))
        self.stage2, self.stage3, self.stage4 = stages
        self.conv5 = nn.SequentialCell(
            nn.Conv2d(widths[-1], last, 1), nn.BatchNorm2d(last), nn.ReLU()
        )
        self.fc = mint.nn.Linear(last, num_classes)

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        x = self.maxpool(self.conv1(x))
        x = self.stage4(self.stage3(self.stage2(x)))
        return self.fc(self.conv5(x).mean((2, 3)))
