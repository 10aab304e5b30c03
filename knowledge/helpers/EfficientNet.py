import math

from helper import Conv2dNormActivation, initialize
from mindspore import mint, nn
from mindspore.common.initializer import HeNormal, Uniform


class EfficientNet(nn.Cell):
    """Inverted residuals of growing width: images (N, 3, H, W) to (N, num_classes).

    A stage is (block, expand_ratio, kernel, stride, channels, out, blocks). Equals
    torchvision.models.EfficientNet: the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        stages,
        dropout,
        stochastic_depth_prob=0.2,
        num_classes=1000,
        norm_layer=None,
        last_channel=None,
    ):
        super().__init__()
        norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        options = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}
        cells = [Conv2dNormActivation(3, stages[0][4], stride=2, **options)]
        depth, total = 0, sum(stage[-1] for stage in stages)
        for block, expand_ratio, kernel, stride, channels, out, count in stages:
            stage = []
            for _ in range(count):
                prob = stochastic_depth_prob * depth / total
                stage.append(block(channels, out, expand_ratio, kernel, stride, prob, norm_layer))
                channels, stride, depth = out, 1, depth + 1
            cells.append(nn.SequentialCell(*stage))
        last = 4 * out if last_channel is None else last_channel
        cells.append(Conv2dNormActivation(out, last, 1, **options))
        self.features = nn.SequentialCell(*cells)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        self.classifier = nn.SequentialCell(
            nn.Dropout(p=dropout), mint.nn.Linear(last, num_classes)
        )
        for _, cell in self.cells_and_names():
            if isinstance(cell, nn.Conv2d):
                initialize(cell.weight, HeNormal(mode="fan_out"))
                if cell.bias is not None:
                    initialize(cell.bias, "zeros")
        initialize(self.classifier[1].weight, Uniform(1 / math.sqrt(num_classes)))
        initialize(self.classifier[1].bias, "zeros")

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        return self.classifier(mint.flatten(self.avgpool(self.features(x)), 1))
