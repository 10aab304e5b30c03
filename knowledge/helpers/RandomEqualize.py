import numpy as np
import PIL.Image
import PIL.ImageOps


class RandomEqualize:
    """A PIL image, with an even histogram with the chance p.

    Equals torchvision.transforms.RandomEqualize of PIL images; numpy draws.
    """

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomEqualize takes a PIL image", type(img))
        return PIL.ImageOps.equalize(img) if np.random.random() < self.p else img
