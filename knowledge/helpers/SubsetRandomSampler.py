import numpy as np


class SubsetRandomSampler:
    """The given indices in random order, drawn from numpy or, as torch does, from a Generator.

    Equals torch.utils.data.SubsetRandomSampler.
    """

    def __init__(self, indices, generator=None):
        self.indices = indices
        self.generator = generator

    def __iter__(self):
        for i in (self.generator or np.random).permutation(len(self.indices)).tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)
