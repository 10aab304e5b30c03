from mindspore import nn


class FCNHead(nn.SequentialCell):
    """The classes of each place: (N, in_channels, H, W) to (N, channels, H, W).

    Equals torchvision.models.segmentation.fcn.FCNHead.
    """

    def __init__(self, in_channels, channels):
        inner = in_channels // 4
        super().__init__(
            nn.Conv2d(in_channels, inner, 3, pad_mode="pad", padding=1),
            nn.BatchNorm2d(inner),
            nn.ReLU(),
            nn.Dropout(p=0.1),
            nn.Conv2d(inner, channels, 1, has_bias=True),
        )
