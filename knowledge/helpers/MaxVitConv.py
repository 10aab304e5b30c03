from collections import OrderedDict

from helper import Conv2dNormActivation, SqueezeExcitation, StochasticDepth
from mindspore import nn


class MaxVitConv(nn.Cell):
    """The depthwise convolution of a MaxVit: (N, in_channels, H, W) to (N, out_channels, H / stride, W / stride).

    Equals torchvision.models.maxvit.MBConv.
    """

    def __init__(
        self,
        in_channels,
        out_channels,
        expansion_ratio,
        squeeze_ratio,
        stride,
        activation_layer,
        norm_layer,
        p_stochastic_dropout=0.0,
    ):
        super().__init__()
        proj = []
        if stride != 1 or in_channels != out_channels:
            proj = [nn.Conv2d(in_channels, out_channels, 1, has_bias=True)]
        if stride == 2:
            proj = [nn.AvgPool2d(3, 2, pad_mode="pad", padding=1), *proj]
        self.proj = nn.SequentialCell(*proj) if proj else nn.Identity()
        wide, few = int(out_channels * expansion_ratio), int(out_channels * squeeze_ratio)
        options = {"activation_layer": activation_layer, "norm_layer": norm_layer}
        self.stochastic_depth = StochasticDepth(p_stochastic_dropout, "row")
        self.layers = nn.SequentialCell(
            OrderedDict(
                pre_norm=norm_layer(in_channels),
                conv_a=Conv2dNormActivation(in_channels, wide, 1, **options),
                conv_b=Conv2dNormActivation(wide, wide, 3, stride, 1, groups=wide, **options),
                squeeze_excitation=SqueezeExcitation(wide, few, nn.SiLU),
                conv_c=nn.Conv2d(wide, out_channels, 1, has_bias=True),
            )
        )

    def construct(self, x):
        return self.proj(x) + self.stochastic_depth(self.layers(x))
