from mindspore import mint, nn, ops


class LRASPPHead(nn.Cell):
    """The classes of each place, from maps of two sizes by the names "low" and "high" in a dict.

    Equals torchvision.models.segmentation.lraspp.LRASPPHead.
    """

    def __init__(self, low_channels, high_channels, num_classes, inter_channels):
        super().__init__()
        self.cbr = nn.SequentialCell(
            nn.Conv2d(high_channels, inter_channels, 1),
            nn.BatchNorm2d(inter_channels),
            nn.ReLU(),
        )
        self.scale = nn.SequentialCell(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(high_channels, inter_channels, 1),
            mint.nn.Sigmoid(),
        )
        self.low_classifier = nn.Conv2d(low_channels, num_classes, 1, has_bias=True)
        self.high_classifier = nn.Conv2d(inter_channels, num_classes, 1, has_bias=True)

    def construct(self, input):
        low, high = input["low"], input["high"]
        x = self.cbr(high) * self.scale(high)
        x = ops.interpolate(x, size=low.shape[-2:], mode="bilinear", align_corners=False)
        return self.low_classifier(low) + self.high_classifier(x)
