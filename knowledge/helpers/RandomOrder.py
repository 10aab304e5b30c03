import numpy as np


class RandomOrder:
    """Transforms, in an order drawn anew each time.

    Equals torchvision.transforms.RandomOrder; numpy draws.
    """

    def __init__(self, steps):
        self.steps = steps

    def __call__(self, img):
        for index in np.random.permutation(len(self.steps)):
            img = self.steps[index](img)
        return img
