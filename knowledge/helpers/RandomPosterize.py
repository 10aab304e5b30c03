import numpy as np
import PIL.Image
import PIL.ImageOps


class RandomPosterize:
    """A PIL image, with fewer bits for each value with the chance p.

    Equals torchvision.transforms.RandomPosterize of PIL images; numpy draws.
    """

    def __init__(self, bits, p=0.5):
        self.bits = bits
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomPosterize takes a PIL image", type(img))
        return PIL.ImageOps.posterize(img, self.bits) if np.random.random() < self.p else img
