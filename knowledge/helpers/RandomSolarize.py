import numpy as np
import PIL.Image
import PIL.ImageOps


class RandomSolarize:
    """A PIL image, whose values from threshold on are turned round with the chance p.

    Equals torchvision.transforms.RandomSolarize of PIL images; numpy draws.
    """

    def __init__(self, threshold, p=0.5):
        self.threshold = threshold
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomSolarize takes a PIL image", type(img))
        return PIL.ImageOps.solarize(img, self.threshold) if np.random.random() < self.p else img
