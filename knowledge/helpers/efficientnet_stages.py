import math

from helper import MBConv, make_divisible


def efficientnet_stages(width, depth):
    """The stages of EfficientNet's B0, with width times the channels and depth times the blocks."""
    stages = [
        (1, 3, 1, 32, 16, 1),
        (6, 3, 2, 16, 24, 2),
        (6, 5, 2, 24, 40, 2),
        (6, 3, 2, 40, 80, 3),
        (6, 5, 1, 80, 112, 3),
        (6, 5, 2, 112, 192, 4),
        (6, 3, 1, 192, 320, 1),
    ]
    return [
        (
            MBConv,
            expand_ratio,
            kernel,
            stride,
            make_divisible(channels * width, 8),
            make_divisible(out * width, 8),
            math.ceil(count * depth),
        )
        for expand_ratio, kernel, stride, channels, out, count in stages
    ]
