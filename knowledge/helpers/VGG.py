from helper import initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, Normal


class VGG(nn.Cell):
    """Convolutions and three linear layers: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.VGG: the same layers under the same names, the same first values.
    """

    def __init__(self, features, num_classes=1000, init_weights=True, dropout=0.5):
        super().__init__()
        self.features = features
        self.avgpool = nn.AdaptiveAvgPool2d((7, 7))
        self.classifier = nn.SequentialCell(
            mint.nn.Linear(512 * 7 * 7, 4096),
            nn.ReLU(),
            nn.Dropout(p=dropout),
            mint.nn.Linear(4096, 4096),
            nn.ReLU(),
            nn.Dropout(p=dropout),
            mint.nn.Linear(4096, num_classes),
        )
        inits = {nn.Conv2d: HeNormal(mode="fan_out"), mint.nn.Linear: Normal(0.01)}
        for _, cell in self.cells_and_names() if init_weights else ():
            if type(cell) in inits:
                initialize(cell.weight, inits[type(cell)])
                initialize(cell.bias, "zeros")

    def construct(self, x):
        return self.classifier(mint.flatten(self.avgpool(self.features(x)), 1))
