from helper import BasicConv2d
from mindspore import mint, nn


class InceptionAux(nn.Cell):
    """The classes as the middle of Inception3 sees them: (N, in_channels, H, W) to (N, num_classes).

    Equals torchvision.models.inception.InceptionAux.
    """

    def __init__(self, in_channels, num_classes, conv_block=BasicConv2d):
        super().__init__()
        self.pool = nn.AvgPool2d(5, 3)
        self.conv0 = conv_block(in_channels, 128, kernel_size=1)
        self.conv1 = conv_block(128, 768, kernel_size=5)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.fc = mint.nn.Linear(768, num_classes)

    def construct(self, x):
        x = self.avgpool(self.conv1(self.conv0(self.pool(x))))
        return self.fc(mint.flatten(x, 1))
