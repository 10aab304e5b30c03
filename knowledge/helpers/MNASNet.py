from helper import MNASNetBlock, initialize, make_divisible
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, HeUniform


class MNASNet(nn.Cell):
    """Inverted residuals of alpha times the width: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.MNASNet: the same layers under the same names, the same first values.
    """

    def __init__(self, alpha, num_classes=1000, dropout=0.2):
        super().__init__()
        if alpha <= 0:
            raise ValueError(f"alpha should be greater than 0.0 instead of {alpha}")
        self.alpha, self.num_classes = alpha, num_classes
        first, channels, *widths = (
            make_divisible(width * alpha, 8) for width in (32, 16, 24, 40, 80, 96, 192, 320)
        )
        momentum = 0.9997
        cells = [
            nn.Conv2d(3, first, 3, 2, pad_mode="pad", padding=1),
            nn.BatchNorm2d(first, momentum=momentum),
            nn.ReLU(),
            nn.Conv2d(first, first, 3, pad_mode="pad", padding=1, group=first),
            nn.BatchNorm2d(first, momentum=momentum),
            nn.ReLU(),
            nn.Conv2d(first, channels, 1),
            nn.BatchNorm2d(channels, momentum=momentum),
        ]
        stages = [
            (3, 2, 3, 3),
            (5, 2, 3, 3),
            (5, 2, 6, 3),
            (3, 1, 6, 2),
            (5, 2, 6, 4),
            (3, 1, 6, 1),
        ]
        for out, (kernel, stride, expansion, count) in zip(widths, stages, strict=True):
            blocks = [MNASNetBlock(channels, out, kernel, stride, expansion)]
            blocks += [MNASNetBlock(out, out, kernel, 1, expansion) for _ in range(count - 1)]
            cells.append(nn.SequentialCell(*blocks))
            channels = out
        cells += [nn.Conv2d(channels, 1280, 1), nn.BatchNorm2d(1280, momentum=momentum), nn.ReLU()]
        self.layers = nn.SequentialCell(*cells)
        self.classifier = nn.SequentialCell(
            nn.Dropout(p=dropout), mint.nn.Linear(1280, num_classes)
        )
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, HeNormal(mode="fan_out"))
        init = HeUniform(mode="fan_out", nonlinearity="sigmoid")
        initialize(self.classifier[1].weight, init)
        initialize(self.classifier[1].bias, "zeros")

    def construct(self, x):
        return self.classifier(self.layers(x).mean((2, 3)))
