from helper import initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal


class ResNet(nn.Cell):
    """Residual network: images (N, 3, H, W) to (N, num_classes), of the given blocks a stage.

    Equals torchvision.models.ResNet: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        block,
        layers,
        num_classes=1000,
        zero_init_residual=False,
        groups=1,
        width_per_group=64,
        replace_stride_with_dilation=None,
        norm_layer=None,
    ):
        super().__init__()
        self._norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        dilated = replace_stride_with_dilation or [False, False, False]
        if len(dilated) != 3:
            raise ValueError(f"replace_stride_with_dilation needs 3 items, got {dilated}")
        self.inplanes, self.dilation = 64, 1
        self.groups, self.base_width = groups, width_per_group
        self.conv1 = nn.Conv2d(3, self.inplanes, 7, 2, pad_mode="pad", padding=3)
        self.bn1 = self._norm_layer(self.inplanes)
        self.relu = nn.ReLU()
        self.maxpool = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        self.layer1 = self._make_layer(block, 64, layers[0])
        self.layer2 = self._make_layer(block, 128, layers[1], 2, dilated[0])
        self.layer3 = self._make_layer(block, 256, layers[2], 2, dilated[1])
        self.layer4 = self._make_layer(block, 512, layers[3], 2, dilated[2])
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = mint.nn.Linear(512 * block.expansion, num_classes)
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, HeNormal(mode="fan_out"))
            elif zero_init_residual and hasattr(cell, "expansion"):
                last = cell.bn3 if hasattr(cell, "bn3") else cell.bn2
                initialize(last.gamma, "zeros")

    def _make_layer(self, block, planes, blocks, stride=1, dilate=False):
        before, out = self.dilation, planes * block.expansion
        if dilate:
            self.dilation, stride = self.dilation * stride, 1
        shortcut = None
        if stride != 1 or self.inplanes != out:
            shortcut = nn.SequentialCell(
                nn.Conv2d(self.inplanes, out, 1, stride, pad_mode="valid"), self._norm_layer(out)
            )
        cells = []
        for index in range(blocks):
            first = index == 0
            cells.append(
                block(
                    self.inplanes,
                    planes,
                    stride if first else 1,
                    shortcut if first else None,
                    self.groups,
                    self.base_width,
                    before if first else self.dilation,
                    self._norm_layer,
                )
            )
            self.inplanes = out
        return nn.SequentialCell(*cells)

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        x = self.maxpool(self.relu(self.bn1(self.conv1(x))))
        x = self.layer4(self.layer3(self.layer2(self.layer1(x))))
        return self.fc(mint.flatten(self.avgpool(x), 1))
