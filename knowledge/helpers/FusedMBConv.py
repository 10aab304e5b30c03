from helper import Conv2dNormActivation, StochasticDepth, make_divisible
from mindspore import nn


class FusedMBConv(nn.Cell):
    """A wide convolution and, where it widens, one of 1x1 back, beside a shortcut.

    (N, channels, H, W) to (N, out, H / stride, W / stride). Equals
    torchvision.models.efficientnet.FusedMBConv.
    """

    def __init__(self, channels, out, expand_ratio, kernel, stride, drop_prob, norm_layer):
        super().__init__()
        wide = make_divisible(channels * expand_ratio, 8)
        options = {"norm_layer": norm_layer, "activation_layer": nn.SiLU}
        if wide == channels:
            cells = [Conv2dNormActivation(channels, out, kernel, stride, **options)]
        else:
            cells = [
                Conv2dNormActivation(channels, wide, kernel, stride, **options),
                Conv2dNormActivation(wide, out, 1, norm_layer=norm_layer, activation_layer=None),
            ]
        self.block = nn.SequentialCell(*cells)
        self.stochastic_depth = StochasticDepth(drop_prob, "row")
        self.out_channels = out
        self.use_res_connect = stride == 1 and channels == out

    def construct(self, input):
        result = self.block(input)
        return self.stochastic_depth(result) + input if self.use_res_connect else result
