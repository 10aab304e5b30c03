import mindspore.dataset.vision as vision
import numpy as np
from helper import Resize


class ScaleJitter:
    """A PIL image, fitted into target_size and scaled by a factor from scale_range.

    Equals torchvision.transforms.v2.ScaleJitter of PIL images; numpy draws.
    """

    def __init__(self, target_size, scale_range=(0.1, 2.0), interpolation=vision.Inter.BILINEAR):
        self.target_size = target_size
        self.scale_range = scale_range
        self.interpolation = interpolation

    def __call__(self, img):
        fit = min(self.target_size[1] / img.height, self.target_size[0] / img.width)
        scale = fit * np.random.uniform(*self.scale_range)
        size = (int(img.height * scale), int(img.width * scale))
        return Resize(size, self.interpolation)(img)
