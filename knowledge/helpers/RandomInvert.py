import numpy as np
import PIL.Image
import PIL.ImageOps


class RandomInvert:
    """A PIL image, whose values are turned round with the chance p.

    Equals torchvision.transforms.RandomInvert of PIL images; numpy draws.
    """

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomInvert takes a PIL image", type(img))
        return PIL.ImageOps.invert(img) if np.random.random() < self.p else img
