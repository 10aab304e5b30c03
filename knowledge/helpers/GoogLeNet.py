from helper import (
    BasicConv2d,
    GoogLeNetAux,
    GoogLeNetOutputs,
    Inception,
    initialize,
    rescaled,
)
from mindspore import mint, nn
from mindspore.common.initializer import Normal


class GoogLeNet(nn.Cell):
    """Branches side by side: images (N, 3, H, W) to (N, num_classes), three of them in training.

    Equals torchvision.models.GoogLeNet: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        num_classes=1000,
        aux_logits=True,
        transform_input=False,
        init_weights=None,
        blocks=None,
        dropout=0.2,
        dropout_aux=0.7,
    ):
        super().__init__()
        conv, inception, aux = blocks or [BasicConv2d, Inception, GoogLeNetAux]
        pool = {"ceil_mode": True, "pad_mode": "pad"}
        self.aux_logits = aux_logits
        self.transform_input = transform_input
        self.conv1 = conv(3, 64, kernel_size=7, stride=2, padding=3)
        self.maxpool1 = nn.MaxPool2d(3, 2, **pool)
        self.conv2 = conv(64, 64, kernel_size=1)
        self.conv3 = conv(64, 192, kernel_size=3, padding=1)
        self.maxpool2 = nn.MaxPool2d(3, 2, **pool)
        self.inception3a = inception(192, 64, 96, 128, 16, 32, 32)
        self.inception3b = inception(256, 128, 128, 192, 32, 96, 64)
        self.maxpool3 = nn.MaxPool2d(3, 2, **pool)
        self.inception4a = inception(480, 192, 96, 208, 16, 48, 64)
        self.inception4b = inception(512, 160, 112, 224, 24, 64, 64)
        self.inception4c = inception(512, 128, 128, 256, 24, 64, 64)
        self.inception4d = inception(512, 112, 144, 288, 32, 64, 64)
        self.inception4e = inception(528, 256, 160, 320, 32, 128, 128)
        self.maxpool4 = nn.MaxPool2d(2, 2, **pool)
        self.inception5a = inception(832, 256, 160, 320, 32, 128, 128)
        self.inception5b = inception(832, 384, 192, 384, 48, 128, 128)
        self.aux1 = aux(512, num_classes, dropout=dropout_aux) if aux_logits else None
        self.aux2 = aux(528, num_classes, dropout=dropout_aux) if aux_logits else None
        self.avgpool = nn.AdaptiveAvgPool2d((1, 1))
        self.dropout = nn.Dropout(p=dropout)
        self.fc = mint.nn.Linear(1024, num_classes)
        if init_weights is None or init_weights:
            for _, cell in self.cells_and_names():
                if isinstance(cell, (nn.Conv2d, mint.nn.Linear)):
                    initialize(cell.weight, Normal(0.01))

    def construct(self, x):
        x = rescaled(x) if self.transform_input else x
        x = self.maxpool2(self.conv3(self.conv2(self.maxpool1(self.conv1(x)))))
        x = self.maxpool3(self.inception3b(self.inception3a(x)))
        x = self.inception4a(x)
        has_three = self.training and self.aux_logits
        aux1 = self.aux1(x) if has_three else None
        x = self.inception4d(self.inception4c(self.inception4b(x)))
        aux2 = self.aux2(x) if has_three else None
        x = self.inception5b(self.inception5a(self.maxpool4(self.inception4e(x))))
        x = self.fc(self.dropout(mint.flatten(self.avgpool(x), 1)))
        return GoogLeNetOutputs(x, aux2, aux1) if has_three else x
