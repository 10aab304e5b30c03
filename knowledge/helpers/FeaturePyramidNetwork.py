from mindspore import nn, ops
from mindspore.common import initializer


class FeaturePyramidNetwork(nn.Cell):
    """Feature maps of falling size, each given what the smaller ones know, with out_channels each.

    Takes a dict of maps (N, C, H, W), the largest first, and gives one of the same names. Equals
    torchvision.ops.FeaturePyramidNetwork.
    """

    def __init__(self, in_channels_list, out_channels, extra_blocks=None, norm_layer=None):
        super().__init__()

        def block(size, kernel):
            padding, start = (kernel - 1) // 2, initializer.HeUniform(1)
            how = {"weight_init": start, "bias_init": "zeros", "has_bias": norm_layer is None}
            layer = nn.Conv2d(size, out_channels, kernel, 1, "pad", padding, **how)
            return nn.SequentialCell(
                *([layer, norm_layer(out_channels)] if norm_layer else [layer])
            )

        self.inner_blocks = nn.CellList([block(size, 1) for size in in_channels_list])
        self.layer_blocks = nn.CellList([block(out_channels, 3) for _ in in_channels_list])
        self.extra_blocks = extra_blocks

    def construct(self, x):
        names = list(x)
        inner = self.inner_blocks[-1](x[names[-1]])
        found = {names[-1]: self.layer_blocks[-1](inner)}
        for index in range(len(names) - 2, -1, -1):
            lateral = self.inner_blocks[index](x[names[index]])
            inner = lateral + ops.interpolate(inner, lateral.shape[-2:], mode="nearest")
            found[names[index]] = self.layer_blocks[index](inner)
        results = [found[name] for name in names]
        if self.extra_blocks is not None:
            results, names = self.extra_blocks(results, list(x.values()), names)
        return dict(zip(names, results, strict=False))
