import numpy as np
import PIL.Image
import PIL.ImageEnhance
from helper import adjust_hue


class RandomPhotometricDistort:
    """A PIL image with other colours, each change with the chance p, and its channels mixed up.

    Factors are drawn from (lowest, highest). Equals
    torchvision.transforms.v2.RandomPhotometricDistort of PIL images; numpy draws.
    """

    def __init__(
        self,
        brightness=(0.875, 1.125),
        contrast=(0.5, 1.5),
        saturation=(0.5, 1.5),
        hue=(-0.05, 0.05),
        p=0.5,
    ):
        self.brightness = brightness
        self.contrast = contrast
        self.saturation = saturation
        self.hue = hue
        self.p = p

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomPhotometricDistort takes a PIL image", type(img))
        spans = {"brightness": self.brightness, "saturation": self.saturation, "hue": self.hue}
        names = list(spans)
        names.insert(1 if np.random.random() < 0.5 else 3, "contrast")
        for name in names:
            if np.random.random() < self.p:
                factor = float(np.random.uniform(*spans.get(name, self.contrast)))
                img = self.changed(img, name, factor)
        bands = img.split()
        if np.random.random() < self.p and len(bands) > 1:
            order = np.random.permutation(len(bands))
            img = PIL.Image.merge(img.mode, [bands[i] for i in order])
        return img

    def changed(self, img, name, factor):
        """The image after one of the four changes."""
        if name == "hue":
            return adjust_hue(img, factor)
        kinds = {
            "brightness": PIL.ImageEnhance.Brightness,
            "contrast": PIL.ImageEnhance.Contrast,
            "saturation": PIL.ImageEnhance.Color,
        }
        return kinds[name](img).enhance(factor)
