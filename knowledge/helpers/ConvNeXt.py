from functools import partial

from helper import CNBlock, Conv2dNormActivation, LayerNorm2d, initialize
from mindspore import mint, nn
from mindspore.common.initializer import Normal


class ConvNeXt(nn.Cell):
    """Stages of CNBlock with 2x2 convolutions between them: images (N, 3, H, W) to (N, num_classes).

    A stage is (channels, channels of the next or None, blocks). Equals torchvision.models.ConvNeXt:
    the same layers under the same names, the same first values.
    """

    def __init__(
        self,
        stages,
        stochastic_depth_prob=0.0,
        layer_scale=1e-6,
        num_classes=1000,
        block=None,
        norm_layer=None,
    ):
        super().__init__()
        block = CNBlock if block is None else block
        norm_layer = partial(LayerNorm2d, eps=1e-6) if norm_layer is None else norm_layer
        cells = [
            Conv2dNormActivation(
                3, stages[0][0], 4, 4, 0, norm_layer=norm_layer, activation_layer=None, bias=True
            )
        ]
        depth, total = 0, sum(stage[-1] for stage in stages)
        for channels, out, count in stages:
            stage = []
            for _ in range(count):
                prob = stochastic_depth_prob * depth / (total - 1)
                stage.append(block(channels, layer_scale, prob))
                depth += 1
            cells.append(nn.SequentialCell(*stage))
            if out is not None:
                shrink = nn.Conv2d(channels, out, 2, 2, pad_mode="valid", has_bias=True)
                cells.append(nn.SequentialCell(norm_layer(channels), shrink))
        self.features = nn.SequentialCell(*cells)
        self.avgpool = nn.AdaptiveAvgPool2d(1)
        last = channels if out is None else out
        self.classifier = nn.SequentialCell(
            norm_layer(last), nn.Flatten(), mint.nn.Linear(last, num_classes)
        )
        for _, cell in self.cells_and_names():
            if isinstance(cell, (nn.Conv2d, mint.nn.Linear)):
                initialize(cell.weight, Normal(0.02))
                initialize(cell.bias, "zeros")

    def construct(self, x):
        return self._forward_impl(x)

    def _forward_impl(self, x):
        return self.classifier(self.avgpool(self.features(x)))
