import mindspore.dataset.vision as vision
import numpy as np
from helper import Resize


class RandomResize:
    """A PIL image, whose shorter side becomes a number from min_size to below max_size.

    Equals torchvision.transforms.v2.RandomResize of PIL images; numpy draws.
    """

    def __init__(self, min_size, max_size, interpolation=vision.Inter.BILINEAR):
        self.min_size = min_size
        self.max_size = max_size
        self.interpolation = interpolation

    def __call__(self, img):
        return Resize(np.random.randint(self.min_size, self.max_size), self.interpolation)(img)
