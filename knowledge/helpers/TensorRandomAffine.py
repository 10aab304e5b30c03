import numpy as np
from helper import affine_params, affine_tensor


class TensorRandomAffine:
    """A tensor (..., H, W), turned, moved, scaled and sheared at random around its middle.

    degrees and shear are in degrees, (lowest, highest) or d for (-d, d); translate is in parts of
    width and height. Equals torchvision.transforms.RandomAffine of tensors; numpy draws.
    """

    def __init__(
        self,
        degrees,
        translate=None,
        scale=None,
        shear=None,
        interpolation=None,
        fill=0,
        center=None,
    ):
        self.degrees = (-degrees, degrees) if np.isscalar(degrees) else tuple(degrees)
        self.translate = translate
        self.scale = scale
        self.shear = (-shear, shear) if np.isscalar(shear) else shear
        self.interpolation = interpolation
        self.fill = fill
        self.center = center

    def __call__(self, img):
        size = (img.shape[-1], img.shape[-2])
        drawn = affine_params(self.degrees, self.translate, self.scale, self.shear, size)
        return affine_tensor(img, *drawn, self.interpolation, self.fill, self.center)
