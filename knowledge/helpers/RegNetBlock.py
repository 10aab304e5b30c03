from collections import OrderedDict

from helper import Conv2dNormActivation, SqueezeExcitation
from mindspore import nn


class RegNetBlock(nn.Cell):
    """What a bottleneck of a RegNet computes, added to its input: (N, width_in, H, W) to width_out.

    Equals torchvision.models.regnet.ResBottleneckBlock.
    """

    def __init__(
        self, width_in, width_out, stride, group_width, se_ratio, norm_layer, activation_layer
    ):
        super().__init__()
        norm = {"norm_layer": norm_layer}
        options = {**norm, "activation_layer": activation_layer}
        self.proj = None
        if width_in != width_out or stride != 1:
            self.proj = Conv2dNormActivation(
                width_in, width_out, 1, stride, activation_layer=None, **norm
            )
        cells = OrderedDict(a=Conv2dNormActivation(width_in, width_out, 1, **options))
        groups = width_out // min(group_width, width_out)
        cells["b"] = Conv2dNormActivation(
            width_out, width_out, stride=stride, groups=groups, **options
        )
        if se_ratio:
            squeeze = round(se_ratio * width_in)
            cells["se"] = SqueezeExcitation(width_out, squeeze, activation=activation_layer)
        cells["c"] = Conv2dNormActivation(width_out, width_out, 1, activation_layer=None, **norm)
        self.f = nn.SequentialCell(cells)
        self.activation = activation_layer()

    def construct(self, x):
        around = x if self.proj is None else self.proj(x)
        return self.activation(around + self.f(x))
