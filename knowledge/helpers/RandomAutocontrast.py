import numpy as np
import PIL.Image
import PIL.ImageOps


class RandomAutocontrast:
    """A PIL image, spread over all values with the chance p.

    Equals torchvision.transforms.RandomAutocontrast of PIL images; numpy draws.
    """

    def __init__(self, p=0.5):
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomAutocontrast takes a PIL image", type(img))
        return PIL.ImageOps.autocontrast(img) if np.random.random() < self.p else img
