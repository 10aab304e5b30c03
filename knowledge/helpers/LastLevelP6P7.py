from mindspore import nn, ops
from mindspore.common import initializer


class LastLevelP6P7(nn.Cell):
    """Two more feature maps, "p6" and "p7", each half as large as the one before.

    Equals torchvision.ops.feature_pyramid_network.LastLevelP6P7.
    """

    def __init__(self, in_channels, out_channels):
        super().__init__()
        start = {"weight_init": initializer.HeUniform(1), "bias_init": "zeros", "has_bias": True}
        self.p6 = nn.Conv2d(in_channels, out_channels, 3, 2, "pad", 1, **start)
        self.p7 = nn.Conv2d(out_channels, out_channels, 3, 2, "pad", 1, **start)
        self.use_P5 = in_channels == out_channels

    def construct(self, p, c, names):
        p6 = self.p6(p[-1] if self.use_P5 else c[-1])
        p7 = self.p7(ops.relu(p6))
        return [*p, p6, p7], [*names, "p6", "p7"]
