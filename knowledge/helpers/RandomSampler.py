import numpy as np


class RandomSampler:
    """Indices of a dataset in random order, drawn from numpy or, as torch does, from a Generator.

    Equals torch.utils.data.RandomSampler.
    """

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source = data_source
        self.replacement = replacement
        self.count = num_samples
        self.generator = generator

    def __iter__(self):
        draw = self.generator or np.random
        size, count = len(self.data_source), len(self)
        if self.replacement:
            yield from draw.randint(0, size, count).tolist()
            return
        for _ in range(count // size):
            yield from draw.permutation(size).tolist()
        if count % size or self.generator is not None:  # torch draws also what it does not use
            yield from draw.permutation(size).tolist()[: count % size]

    def __len__(self):
        return len(self.data_source) if self.count is None else self.count
