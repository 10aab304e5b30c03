from helper import Conv2dNormActivation
from mindspore import nn


class InvertedResidual(nn.Cell):
    """Wide depthwise convolution between two of 1x1: (N, inp, H, W) to (N, oup, H / stride, ...).

    Equals torchvision.models.mobilenetv2.InvertedResidual.
    """

    def __init__(self, inp, oup, stride, expand_ratio, norm_layer=None):
        super().__init__()
        if stride not in (1, 2):
            raise ValueError(f"stride should be 1 or 2 instead of {stride}")
        norm_layer = nn.BatchNorm2d if norm_layer is None else norm_layer
        hidden = round(inp * expand_ratio)
        options = {"norm_layer": norm_layer, "activation_layer": nn.ReLU6}
        cells = []
        if expand_ratio != 1:
            cells.append(Conv2dNormActivation(inp, hidden, 1, **options))
        cells += [
            Conv2dNormActivation(hidden, hidden, stride=stride, groups=hidden, **options),
            nn.Conv2d(hidden, oup, 1),
            norm_layer(oup),
        ]
        self.conv = nn.SequentialCell(*cells)
        self.stride, self.out_channels = stride, oup
        self.use_res_connect = stride == 1 and inp == oup

    def construct(self, x):
        return x + self.conv(x) if self.use_res_connect else self.conv(x)
