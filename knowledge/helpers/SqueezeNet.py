from helper import Fire, initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeUniform, Normal


class SqueezeNet(nn.Cell):
    """Fire modules between poolings: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.SqueezeNet: the same layers under the same names, the same first values.
    """

    def __init__(self, version="1_0", num_classes=1000, dropout=0.5):
        super().__init__()
        if version not in ("1_0", "1_1"):
            raise ValueError(f"Unsupported SqueezeNet version {version}: 1_0 or 1_1 expected")
        self.num_classes = num_classes
        first, size, pooled = (96, 7, (0, 3, 7)) if version == "1_0" else (64, 3, (0, 2, 4))
        fires = [
            (16, 64),
            (16, 64),
            (32, 128),
            (32, 128),
            (48, 192),
            (48, 192),
            (64, 256),
            (64, 256),
        ]
        cells = [nn.Conv2d(3, first, size, 2, pad_mode="valid", has_bias=True), nn.ReLU()]
        channels = first
        for index, (narrow, wide) in enumerate(fires):
            if index in pooled:
                cells.append(nn.MaxPool2d(3, 2, ceil_mode=True, pad_mode="pad"))
            cells.append(Fire(channels, narrow, wide, wide))
            channels = 2 * wide
        self.features = nn.SequentialCell(*cells)
        last = nn.Conv2d(512, num_classes, 1, has_bias=True)
        self.classifier = nn.SequentialCell(
            nn.Dropout(p=dropout), last, nn.ReLU(), nn.AdaptiveAvgPool2d((1, 1))
        )
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, Normal(0.01) if cell is last else HeUniform())
                initialize(cell.bias, "zeros")

    def construct(self, x):
        return mint.flatten(self.classifier(self.features(x)), 1)
