import numpy as np
from helper import rotate_tensor


class TensorRandomRotation:
    """A tensor (..., H, W), turned by an angle from degrees: (lowest, highest), or d for (-d, d).

    Equals torchvision.transforms.RandomRotation of tensors; numpy draws the angle.
    """

    def __init__(self, degrees, interpolation=None, expand=False, center=None, fill=0):
        self.degrees = (-degrees, degrees) if np.isscalar(degrees) else tuple(degrees)
        self.interpolation = interpolation
        self.expand = expand
        self.center = center
        self.fill = fill

    def __call__(self, img):
        angle = float(np.random.uniform(*self.degrees))
        how = (self.interpolation, self.expand, self.center, self.fill)
        return rotate_tensor(img, angle, *how)
