from helper import ASPPPooling
from mindspore import mint, nn


class ASPP(nn.Cell):
    """Convolutions that reach differently far, side by side: (N, in_channels, H, W) to (N, out_channels, H, W).

    Equals torchvision.models.segmentation.deeplabv3.ASPP.
    """

    def __init__(self, in_channels, atrous_rates, out_channels=256):
        super().__init__()
        convs = [nn.Conv2d(in_channels, out_channels, 1)]
        for rate in atrous_rates:
            convs.append(
                nn.Conv2d(in_channels, out_channels, 3, pad_mode="pad", padding=rate, dilation=rate)
            )
        self.convs = nn.CellList(
            [nn.SequentialCell(conv, nn.BatchNorm2d(out_channels), nn.ReLU()) for conv in convs]
            + [ASPPPooling(in_channels, out_channels)]
        )
        self.project = nn.SequentialCell(
            nn.Conv2d(len(self.convs) * out_channels, out_channels, 1),
            nn.BatchNorm2d(out_channels),
            nn.ReLU(),
            nn.Dropout(p=0.5),
        )

    def construct(self, x):
        return self.project(mint.cat([conv(x) for conv in self.convs], 1))
