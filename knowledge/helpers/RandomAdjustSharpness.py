import numpy as np
import PIL.Image
import PIL.ImageEnhance


class RandomAdjustSharpness:
    """A PIL image, sharper by a factor with the chance p.

    Equals torchvision.transforms.RandomAdjustSharpness of PIL images; numpy draws.
    """

    def __init__(self, sharpness_factor, p=0.5):
        self.sharpness_factor = sharpness_factor
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomAdjustSharpness takes a PIL image", type(img))
        return (
            PIL.ImageEnhance.Sharpness(img).enhance(self.sharpness_factor)
            if np.random.random() < self.p
            else img
        )
