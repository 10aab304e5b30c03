import mindspore.dataset.vision as vision
import numpy as np
from helper import Resize


class RandomShortestSize:
    """A PIL image, whose shorter side becomes one of min_size, and the longer one max_size at most.

    Equals torchvision.transforms.v2.RandomShortestSize of PIL images; numpy draws.
    """

    def __init__(self, min_size, max_size=None, interpolation=vision.Inter.BILINEAR):
        self.min_size = [min_size] if isinstance(min_size, int) else list(min_size)
        self.max_size = max_size
        self.interpolation = interpolation

    def __call__(self, img):
        scale = int(np.random.choice(self.min_size)) / min(img.size)
        if self.max_size is not None:
            scale = min(scale, self.max_size / max(img.size))
        size = (int(img.height * scale), int(img.width * scale))
        return Resize(size, self.interpolation)(img)
