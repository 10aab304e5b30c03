import numpy as np
import PIL.Image


class RandomRotation:
    """A PIL image, turned by an angle from degrees: (lowest, highest), or d for (-d, d).

    Equals torchvision.transforms.RandomRotation of PIL images; numpy draws the angle.
    """

    def __init__(
        self, degrees, interpolation=PIL.Image.Resampling.NEAREST, expand=False, center=None, fill=0
    ):
        self.degrees = (-degrees, degrees) if np.isscalar(degrees) else tuple(degrees)
        self.interpolation = PIL.Image.Resampling(interpolation)
        self.expand = expand
        self.center = center
        self.fill = fill

    def __call__(self, img):
        if not isinstance(img, PIL.Image.Image):
            raise TypeError("RandomRotation takes a PIL image", type(img))
        angle = float(np.random.uniform(*self.degrees))
        bands = len(img.getbands())
        fill = self.fill if np.isscalar(self.fill) else tuple(self.fill)
        if np.isscalar(fill) and bands > 1:
            fill = (int(fill),) * bands
        return img.rotate(angle, self.interpolation, self.expand, self.center, fillcolor=fill)
