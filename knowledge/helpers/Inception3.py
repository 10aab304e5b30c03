from helper import (
    BasicConv2d,
    InceptionA,
    InceptionAux,
    InceptionB,
    InceptionC,
    InceptionD,
    InceptionE,
    InceptionOutputs,
    initialize,
    rescaled,
)
from mindspore import mint, nn
from mindspore.common.initializer import Normal


class Inception3(nn.Cell):
    """Branches side by side: images (N, 3, 299, 299) to (N, num_classes), two of them in training.

    Equals torchvision.models.Inception3: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        num_classes=1000,
        aux_logits=True,
        transform_input=False,
        inception_blocks=None,
        init_weights=None,
        dropout=0.5,
    ):
        super().__init__()
        conv, a, b, c, d, e, aux = inception_blocks or [
            BasicConv2d,
            InceptionA,
            InceptionB,
            InceptionC,
            InceptionD,
            InceptionE,
            InceptionAux,
        ]
        self.aux_logits = aux_logits
        self.transform_input = transform_input
        self.Conv2d_1a_3x3 = conv(3, 32, kernel_size=3, stride=2)
        self.Conv2d_2a_3x3 = conv(32, 32, kernel_size=3)
        self.Conv2d_2b_3x3 = conv(32, 64, kernel_size=3, padding=1)
        self.maxpool1 = nn.MaxPool2d(3, 2)
        self.Conv2d_3b_1x1 = conv(64, 80, kernel_size=1)
        self.Conv2d_4a_3x3 = conv(80, 192, kernel_size=3)
        self.maxpool2 = nn.MaxPool2d(3, 2)
        self.Mixed_5b = a(192, pool_features=32)
        self.Mixed_5c = a(256, pool_features=64)
        self.Mixed_5d = a(288, pool_features=64)
        self.Mixed_6a = b(288)
        self.Mixed_6b = c(768, channels_7x7=128)
        self.Mixed_6c = c(768, channels_7x7=160)
        self.Mixed_6d = c(768, channels_7x7=160)
        self.Mixed_6e = c(768, channels_7x7=192)
        self.AuxLogits = aux(768, num_classes) if aux_logits else None
        self.Mixed_7a = d(768)
        self.Mixed_7b = e(1280)
        self.Mixed_7c = e(2048)
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.dropout = nn.Dropout(p=dropout)
        self.fc = mint.nn.Linear(2048, num_classes)
        if init_weights is None or init_weights:
            for name, cell in self.cells_and_names():
                if isinstance(cell, (nn.Conv2d, mint.nn.Linear)):
                    initialize(cell.weight, Normal(0.001 if name == "AuxLogits.fc" else 0.1))

    def construct(self, x):
        x = rescaled(x) if self.transform_input else x
        x = self.Conv2d_2b_3x3(self.Conv2d_2a_3x3(self.Conv2d_1a_3x3(x)))
        x = self.Conv2d_4a_3x3(self.Conv2d_3b_1x1(self.maxpool1(x)))
        x = self.Mixed_5d(self.Mixed_5c(self.Mixed_5b(self.maxpool2(x))))
        x = self.Mixed_6d(self.Mixed_6c(self.Mixed_6b(self.Mixed_6a(x))))
        x = self.Mixed_6e(x)
        has_two = self.training and self.aux_logits
        aux = self.AuxLogits(x) if has_two else None
        x = self.Mixed_7c(self.Mixed_7b(self.Mixed_7a(x)))
        x = self.fc(mint.flatten(self.dropout(self.avgpool(x)), 1))
        return InceptionOutputs(x, aux) if has_two else x
