import numpy as np


class TensorRandomFlip:
    """A tensor (..., H, W), mirrored along an axis with the chance p: -1 for its columns, -2 its rows.

    Equals torchvision.transforms.RandomHorizontalFlip and RandomVerticalFlip of tensors; numpy draws.
    """

    def __init__(self, axis, p=0.5):
        self.axis = axis
        self.p = p

    def __call__(self, img):
        return img.flip((self.axis,)) if np.random.random() < self.p else img
