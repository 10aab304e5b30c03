import math

import mindspore as ms
import numpy as np
from helper import MixUp
from mindspore import ops


class CutMix(MixUp):
    """A batch of images (n, c, h, w), each with a box of the one before it, and its labels.

    labels are numbers, of which num_classes makes rows of shares, or such rows. Equals
    torchvision.transforms.v2.CutMix; numpy draws.
    """

    def __init__(self, *, alpha=1.0, num_classes=None):
        super().__init__(alpha=alpha, num_classes=num_classes)

    def __call__(self, images, labels):
        high, wide = images.shape[-2:]
        half = 0.5 * math.sqrt(1.0 - np.random.beta(self.alpha, self.alpha))
        x, y = np.random.randint(wide), np.random.randint(high)
        left, right = max(x - int(half * wide), 0), min(x + int(half * wide), wide)
        top, bottom = max(y - int(half * high), 0), min(y + int(half * high), high)
        box = np.zeros((high, wide), bool)
        box[top:bottom, left:right] = True
        before = ops.cat((images[-1:], images[:-1]))
        share = 1.0 - (right - left) * (bottom - top) / (wide * high)
        return ops.where(ms.Tensor(box), before, images), self.mixed(self.rows(labels), share)
