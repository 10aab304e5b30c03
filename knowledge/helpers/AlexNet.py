from mindspore import mint, nn


class AlexNet(nn.Cell):
    """Five convolutions and three linear layers: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.AlexNet: the same layers under the same names.
    """

    def __init__(self, num_classes=1000, dropout=0.5):
        super().__init__()
        self.features = nn.SequentialCell(
            nn.Conv2d(3, 64, 11, 4, pad_mode="pad", padding=2, has_bias=True),
            nn.ReLU(),
            nn.MaxPool2d(3, 2),
            nn.Conv2d(64, 192, 5, pad_mode="pad", padding=2, has_bias=True),
            nn.ReLU(),
            nn.MaxPool2d(3, 2),
            nn.Conv2d(192, 384, 3, pad_mode="pad", padding=1, has_bias=True),
            nn.ReLU(),
            nn.Conv2d(384, 256, 3, pad_mode="pad", padding=1, has_bias=True),
            nn.ReLU(),
            nn.Conv2d(256, 256, 3, pad_mode="pad", padding=1, has_bias=True),
            nn.ReLU(),
            nn.MaxPool2d(3, 2),
        )
        self.avgpool = nn.AdaptiveAvgPool2d((6, 6))
        self.classifier = nn.SequentialCell(
            nn.Dropout(p=dropout),
            mint.nn.Linear(256 * 6 * 6, 4096),
            nn.ReLU(),
            nn.Dropout(p=dropout),
            mint.nn.Linear(4096, 4096),
            nn.ReLU(),
            mint.nn.Linear(4096, num_classes),
        )

    def construct(self, x):
        return self.classifier(mint.flatten(self.avgpool(self.features(x)), 1))
