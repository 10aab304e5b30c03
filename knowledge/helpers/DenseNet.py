from collections import OrderedDict

from helper import DenseBlock, initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal


class DenseNet(nn.Cell):
    """Dense blocks with transitions between them: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.DenseNet: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        growth_rate=32,
        block_config=(6, 12, 24, 16),
        num_init_features=64,
        bn_size=4,
        drop_rate=0,
        num_classes=1000,
        memory_efficient=False,
    ):
        super().__init__()
        cells = OrderedDict()
        cells["conv0"] = nn.Conv2d(3, num_init_features, 7, 2, pad_mode="pad", padding=3)
        cells["norm0"] = nn.BatchNorm2d(num_init_features)
        cells["relu0"] = nn.ReLU()
        cells["pool0"] = nn.MaxPool2d(3, 2, pad_mode="pad", padding=1)
        channels = num_init_features
        for index, count in enumerate(block_config, 1):
            cells[f"denseblock{index}"] = DenseBlock(
                count, channels, bn_size, growth_rate, drop_rate, memory_efficient
            )
            channels += count * growth_rate
            if index < len(block_config):
                transition = OrderedDict()
                transition["norm"] = nn.BatchNorm2d(channels)
                transition["relu"] = nn.ReLU()
                transition["conv"] = nn.Conv2d(channels, channels // 2, 1)
                transition["pool"] = nn.AvgPool2d(2, 2)
                cells[f"transition{index}"] = nn.SequentialCell(transition)
                channels //= 2
        cells["norm5"] = nn.BatchNorm2d(channels)
        self.features = nn.SequentialCell(cells)
        self.classifier = mint.nn.Linear(channels, num_classes)
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, HeNormal())
        initialize(self.classifier.bias, "zeros")

    def construct(self, x):
        return self.classifier(mint.nn.functional.relu(self.features(x)).mean((2, 3)))
