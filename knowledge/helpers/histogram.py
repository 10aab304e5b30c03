import mindspore as ms
import numpy as np


def histogram(input, bins=100, *, range=None, weight=None, density=False):
    """How many values each bin has, or their weight, and the edges of the bins; through NumPy.

    Equals torch.histogram.
    """
    values = input.asnumpy()
    edges = bins.asnumpy() if isinstance(bins, ms.Tensor) else bins
    weights = None if weight is None else weight.asnumpy().flatten()
    found, edges = np.histogram(values.flatten(), edges, range, density, weights)
    return ms.Tensor(found.astype(values.dtype)), ms.Tensor(edges.astype(values.dtype))
