from functools import partial

from helper import Conv2dNormActivation, MobileNetV3Block, initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, Normal


class MobileNetV3(nn.Cell):
    """Inverted residuals with hard activations: images (N, 3, H, W) to (N, num_classes).

    A block is what MobileNetV3Block takes, without norm_layer. Equals torchvision.models.MobileNetV3:
    the same layers under the same names, the same first values.
    """

    def __init__(self, blocks, last_channel, num_classes=1000, norm_layer=None, dropout=0.2):
        super().__init__()
        if norm_layer is None:
            norm_layer = partial(nn.BatchNorm2d, eps=0.001, momentum=0.99)
        options = {"norm_layer": norm_layer, "activation_layer": mint.nn.Hardswish}
        out = blocks[-1][3]
        self.features = nn.SequentialCell(
            Conv2dNormActivation(3, blocks[0][0], stride=2, **options),
            *[MobileNetV3Block(*block, norm_layer) for block in blocks],
            Conv2dNormActivation(out, 6 * out, 1, **options),
        )
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.SequentialCell(
            mint.nn.Linear(6 * out, last_channel),
            mint.nn.Hardswish(),
            nn.Dropout(p=dropout),
            mint.nn.Linear(last_channel, num_classes),
        )
        inits = {nn.Conv2d: HeNormal(mode="fan_out"), mint.nn.Linear: Normal(0.01)}
        for _, cell in self.cells_and_names():
            if type(cell) in inits:
                initialize(cell.weight, inits[type(cell)])
                if cell.bias is not None:
                    initialize(cell.bias, "zeros")

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        return self.classifier(mint.flatten(self.avgpool(self.features(x)), 1))
