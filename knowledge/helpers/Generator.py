import numpy as np


class Generator(np.random.RandomState):
    """Random numbers of numpy for samplers, loaders, random_split and tensors.

    Stands for torch.Generator there; the numbers are others.
    """

    def __init__(self, device=None):
        super().__init__()

    def manual_seed(self, seed):
        """Begin anew from a seed; gives the generator itself."""
        self.seed(seed % 2**32)
        return self
