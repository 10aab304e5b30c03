import numpy as np


class RandomApply:
    """All of the transforms, one after the other, with the chance p; else none of them.

    Equals torchvision.transforms.RandomApply; numpy draws.
    """

    def __init__(self, steps, p=0.5):
        self.transforms = steps
        self.p = p

    def __call__(self, img):
        if self.p < np.random.random():
            return img
        for transform in self.transforms:
            img = transform(img)
        return img
