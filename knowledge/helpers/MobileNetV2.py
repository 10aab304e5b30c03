from helper import Conv2dNormActivation, InvertedResidual, initialize, make_divisible
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, Normal


class MobileNetV2(nn.Cell):
    """Inverted residuals: images (N, 3, H, W) to (N, num_classes).

    Equals torchvision.models.MobileNetV2: the same layers under the same names, the same first
    values. inverted_residual_setting has expansion, channels, blocks and stride of each stage.
    """

    def __init__(
        self,
        num_classes=1000,
        width_mult=1.0,
        inverted_residual_setting=None,
        round_nearest=8,
        block=None,
        norm_layer=None,
        dropout=0.2,
    ):
        super().__init__()
        block = InvertedResidual if block is None else block
        norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        options = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        stages = inverted_residual_setting or [
            [1, 16, 1, 1],
            [6, 24, 2, 2],
            [6, 32, 3, 2],
            [6, 64, 4, 2],
            [6, 96, 3, 1],
            [6, 160, 3, 2],
            [6, 320, 1, 1],
        ]
        channels = make_divisible(32 * width_mult, round_nearest)
        self.last_channel = make_divisible(1280 * max(1.0, width_mult), round_nearest)
        cells = [Conv2dNormActivation(3, channels, stride=2, **options)]
        for expansion, size, count, stride in stages:
            out = make_divisible(size * width_mult, round_nearest)
            for index in range(count):
                step = stride if index == 0 else 1
                cells.append(
                    block(channels, out, step, expand_ratio=expansion, norm_layer=norm_layer)
                )
                channels = out
        cells.append(Conv2dNormActivation(channels, self.last_channel, 1, **options))
        self.features = nn.SequentialCell(*cells)
        self.classifier = nn.SequentialCell(
            nn.Dropout(p=dropout), mint.nn.Linear(self.last_channel, num_classes)
        )
        inits = {nn.Conv2d: HeNormal(mode="fan_out"), mint.nn.Linear: Normal(0.01)}
        for _, cell in self.cells_and_names():
            if type(cell) in inits:
                initialize(cell.weight, inits[type(cell)])
                if isinstance(cell, mint.nn.Linear):
                    initialize(cell.bias, "zeros")

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        return self.classifier(self.features(x).mean((2, 3)))
