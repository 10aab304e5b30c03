import numpy as np
from helper import perspective, perspective_params


class RandomPerspective:
    """A PIL image, whose corners with the chance p are moved inwards at random.

    A corner moves by at most distortion_scale of half of the width and the height. Equals
    torchvision.transforms.RandomPerspective of PIL images; numpy draws.
    """

    def __init__(self, distortion_scale=0.5, p=0.5, interpolation=None, fill=0):
        self.distortion_scale = distortion_scale
        self.p = p
        self.interpolation = interpolation
        self.fill = fill

    def __call__(self, img):
        if np.random.random() >= self.p:
            return img
        corners, moved = perspective_params(img.width, img.height, self.distortion_scale)
        return perspective(img, corners, moved, self.interpolation, self.fill)
