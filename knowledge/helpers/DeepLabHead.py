from helper import ASPP
from mindspore import nn


class DeepLabHead(nn.SequentialCell):
    """The classes of each place, from near and far: (N, in_channels, H, W) to (N, num_classes, H, W).

    Equals torchvision.models.segmentation.deeplabv3.DeepLabHead.
    """

    def __init__(self, in_channels, num_classes, atrous_rates=(12, 24, 36)):
        super().__init__(
            ASPP(in_channels, atrous_rates),
            nn.Conv2d(256, 256, 3, pad_mode="pad", padding=1),
            nn.BatchNorm2d(256),
            nn.ReLU(),
            nn.Conv2d(256, num_classes, 1, has_bias=True),
        )
