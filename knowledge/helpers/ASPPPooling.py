from mindspore import nn, ops


class ASPPPooling(nn.SequentialCell):
    """The mean of the image at each place: (N, in_channels, H, W) to (N, out_channels, H, W).

    Equals torchvision.models.segmentation.deeplabv3.ASPPPooling.
    """

    def __init__(self, in_channels, out_channels):
        super().__init__(
            nn.AdaptiveAvgPool2d(1),
            nn.Conv2d(in_channels, out_channels, 1),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
        )

    def construct(self, x):
        mean = super().construct(x)
        return ops.interpolate(mean, size=x.shape[2:], mode="bilinear", align_corners=False)
