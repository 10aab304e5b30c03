import itertools

import numpy as np


def random_split(dataset, lengths, subset, generator=None):
    """Parts of a dataset, drawn at random: subset(dataset, indices) for each of the lengths.

    The lengths are counts, or fractions that add up to 1. Equals torch.utils.data.random_split;
    the order is drawn from numpy or, as torch does, from a Generator.
    """
    total = len(dataset)
    if abs(sum(lengths) - 1) <= 1e-9 and sum(lengths) <= 1:
        lengths = [int(total * fraction) for fraction in lengths]
        for i in range(total - sum(lengths)):
            lengths[i % len(lengths)] += 1
    if sum(lengths) != total:
        raise ValueError("the lengths do not add up to the length of the dataset")
    order = (generator or np.random).permutation(total).tolist()
    ends = itertools.accumulate(lengths)
    return [subset(dataset, order[end - lengths[i] : end]) for i, end in enumerate(ends)]
