from mindspore import nn, ops
from mindspore.common import initializer


class FeaturePyramidNetwork(nn.Cell):
    """Feature maps of falling size, each given what the smaller ones know, with out_channels each.

    Takes a dict of maps (N, C, H, W), the largest first, and gives one of the same names. Equals
    torchvision.ops.FeaturePyramidNetwork without extra blocks and norms.
    """

    def __init__(self, in_channels_list, out_channels):
        super().__init__()
        start = {"weight_init": initializer.HeUniform(1), "bias_init": "zeros", "has_bias": True}
        inner = [nn.Conv2d(size, out_channels, 1, **start) for size in in_channels_list]
        layers = [
            nn.Conv2d(out_channels, out_channels, 3, pad_mode="pad", padding=1, **start)
            for _ in in_channels_list
        ]
        self.inner_blocks = nn.CellList([nn.SequentialCell(one) for one in inner])
        self.layer_blocks = nn.CellList([nn.SequentialCell(one) for one in layers])

    def construct(self, x):
        names = list(x)
        inner = self.inner_blocks[-1](x[names[-1]])
        found = {names[-1]: self.layer_blocks[-1](inner)}
        for index in range(len(names) - 2, -1, -1):
            lateral = self.inner_blocks[index](x[names[index]])
            inner = lateral + ops.interpolate(inner, lateral.shape[-2:], mode="nearest")
            found[names[index]] = self.layer_blocks[index](inner)
        return {name: found[name] for name in names}
