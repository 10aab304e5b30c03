from helper import BasicConv2d
from mindspore import mint, nn


class GoogLeNetAux(nn.Cell):
    """The classes as the middle of GoogLeNet sees them: (N, in_channels, H, W) to (N, num_classes).

    Equals torchvision.models.googlenet.InceptionAux.
    """

    def __init__(self, in_channels, num_classes, conv_block=BasicConv2d, dropout=0.7):
        super().__init__()
        self.pool = nn.AdaptiveAvgPool2d((4, 4))
        self.conv = conv_block(in_channels, 128, kernel_size=1)
        self.fc1 = mint.nn.Linear(2048, 1024)
        self.fc2 = mint.nn.Linear(1024, num_classes)
        self.relu = nn.ReLU()
        self.dropout = nn.Dropout(p=dropout)

    def construct(self, x):
        x = mint.flatten(self.conv(self.pool(x)), 1)
        return self.fc2(self.dropout(self.relu(self.fc1(x))))
