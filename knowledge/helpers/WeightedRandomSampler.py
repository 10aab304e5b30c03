import mindspore as ms
import numpy as np


class WeightedRandomSampler:
    """num_samples indices, drawn with a chance for each in proportion to its weight.

    Equals torch.utils.data.WeightedRandomSampler.
    """

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        self.weights = ms.tensor(weights, dtype=ms.float64)
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self):
        weights = self.weights.asnumpy()
        chances = weights / weights.sum()
        draw = self.generator or np.random
        drawn = draw.choice(len(weights), self.num_samples, self.replacement, chances)
        yield from drawn.tolist()

    def __len__(self):
        return self.num_samples
