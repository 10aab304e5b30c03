from mindspore import nn, ops


class LastLevelMaxPool(nn.Cell):
    """Every second pixel of the smallest feature map, as one more map, "pool".

    Equals torchvision.ops.feature_pyramid_network.LastLevelMaxPool.
    """

    def construct(self, x, y, names):
        return [*x, ops.max_pool2d(x[-1], 1, 2)], [*names, "pool"]
