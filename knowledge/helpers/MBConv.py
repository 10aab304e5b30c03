from helper import Conv2dNormActivation, SqueezeExcitation, StochasticDepth, make_divisible
from mindspore import nn


class MBConv(nn.Cell):
    """Wide depthwise convolution that weighs its channels, between two of 1x1, beside a shortcut.

    (N, channels, H, W) to (N, out, H / stride, W / stride). Equals
    torchvision.models.efficientnet.MBConv.
    """

    def __init__(self, channels, out, expand_ratio, kernel, stride, drop_prob, norm_layer):
        super().__init__()
        wide = make_divisible(channels * expand_ratio, 8)
        options = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}
        cells = []
        if wide != channels:
            cells.append(Conv2dNormActivation(channels, wide, 1, **options))
        cells += [
            Conv2dNormActivation(wide, wide, kernel, stride, groups=wide, **options),
            SqueezeExcitation(wide, max(1, channels // 4), nn.SiLU),
            Conv2dNormActivation(wide, out, 1, norm_layer=norm_layer, activation_layer=None),
        ]
        self.block = nn.SequentialCell(*cells)
        self.stochastic_depth = StochasticDepth(drop_prob, "row")
        self.out_channels = out
        self.use_res_connect = stride == 1 and channels == out

    def construct(self, input):
        result = self.block(input)
        return self.stochastic_depth(result) + input if self.use_res_connect else result
