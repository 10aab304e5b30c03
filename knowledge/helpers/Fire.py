from mindspore import mint, nn


class Fire(nn.Cell):
    """1x1 convolution, then one of 1x1 and one of 3x3 side by side: (N, inplanes, H, W) to channels
    expand1x1_planes + expand3x3_planes.

    Equals torchvision.models.squeezenet.Fire.
    """

    def __init__(self, inplanes, squeeze_planes, expand1x1_planes, expand3x3_planes):
        super().__init__()
        self.inplanes = inplanes
        self.squeeze = nn.Conv2d(inplanes, squeeze_planes, 1, has_bias=True)
        self.squeeze_activation = nn.ReLU()
        self.expand1x1 = nn.Conv2d(squeeze_planes, expand1x1_planes, 1, has_bias=True)
        self.expand1x1_activation = nn.ReLU()
        self.expand3x3 = nn.Conv2d(
            squeeze_planes, expand3x3_planes, 3, pad_mode="pad", padding=1, has_bias=True
        )
        self.expand3x3_activation = nn.ReLU()

    def construct(self, x):
        x = self.squeeze_activation(self.squeeze(x))
        narrow = self.expand1x1_activation(self.expand1x1(x))
        wide = self.expand3x3_activation(self.expand3x3(x))
        return mint.cat([narrow, wide], 1)
