from helper import Conv2dNormActivation, SqueezeExcitation, make_divisible
from mindspore import mint, nn


class MobileNetV3Block(nn.Cell):
    """Wide depthwise convolution, with channels weighed where se, between two of 1x1.

    (N, channels, H, W) to (N, out, H / stride, W / stride); activation is "RE" or "HS". Equals
    torchvision.models.mobilenetv3.InvertedResidual.
    """

    def __init__(self, channels, kernel, wide, out, se, activation, stride, dilation, norm_layer):
        super().__init__()
        activation_layer = mint.nn.Hardswish if activation == "HS" else nn.ReLU
        options = {"norm_layer": norm_layer, "activation_layer": activation_layer}
        cells = []
        if wide != channels:
            cells.append(Conv2dNormActivation(channels, wide, 1, **options))
        cells.append(
            Conv2dNormActivation(
                wide,
                wide,
                kernel,
                1 if dilation > 1 else stride,
                groups=wide,
                dilation=dilation,
                **options,
            )
        )
        if se:
            squeezed = make_divisible(wide // 4, 8)
            cells.append(SqueezeExcitation(wide, squeezed, scale_activation=mint.nn.Hardsigmoid))
        cells.append(
            Conv2dNormActivation(wide, out, 1, norm_layer=norm_layer, activation_layer=None)
        )
        self.block = nn.SequentialCell(*cells)
        self.out_channels = out
        self.use_res_connect = stride == 1 and channels == out

    def construct(self, input):
        result = self.block(input)
        return result + input if self.use_res_connect else result
