import numpy as np


class RandomChoice:
    """One of the transforms, drawn anew for each image, with chances in proportion to p.

    Equals torchvision.transforms.RandomChoice; numpy draws.
    """

    def __init__(self, steps, p=None):
        self.transforms = steps
        self.p = None if p is None else np.array(p) / sum(p)

    def __call__(self, *inputs):
        return self.transforms[np.random.choice(len(self.transforms), p=self.p)](*inputs)
