from collections import OrderedDict

from helper import Conv2dNormActivation, RegNetBlock, initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, Normal


class RegNet(nn.Cell):
    """Residual blocks of grouped convolutions in stages: images (N, 3, H, W) to (N, num_classes).

    A stage is (width, blocks); groups are of group_width channels. Equals
    torchvision.models.RegNet: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        stages,
        group_width,
        se_ratio=None,
        num_classes=1000,
        stem_width=32,
        norm_layer=None,
        activation=None,
    ):
        super().__init__()
        norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        activation = nn.ReLU if activation is None else activation
        how = (group_width, se_ratio, norm_layer, activation)
        options = {"norm_layer": norm_layer, "activation_layer": activation}
        self.stem = Conv2dNormActivation(3, stem_width, stride=2, **options)
        cells, channels = OrderedDict(), stem_width
        for number, (width, count) in enumerate(stages, 1):
            stage = OrderedDict()
            for i in range(count):
                stage[f"block{number}-{i}"] = RegNetBlock(channels, width, 1 if i else 2, *how)
                channels = width
            cells[f"block{number}"] = nn.SequentialCell(stage)
        self.trunk_output = nn.SequentialCell(cells)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = mint.nn.Linear(channels, num_classes)
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, HeNormal(mode="fan_out"))
        initialize(self.fc.weight, Normal(0.01))
        initialize(self.fc.bias, "zeros")

    def construct(self, x):
        x = self.avgpool(self.trunk_output(self.stem(x)))
        return self.fc(mint.flatten(x, 1))
