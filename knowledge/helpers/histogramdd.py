from collections import namedtuple

import mindspore as ms
import numpy as np


def histogramdd(input, bins, range=None, weight=None, density=False):
    """hist and bin_edges of how many points (*, N) each bin of N axes has, or their weight.

    Equals torch.histogramdd; NumPy counts.
    """
    points = input.asnumpy()
    points = points.reshape(-1, points.shape[-1])
    if not isinstance(bins, int) and isinstance(bins[0], ms.Tensor):
        bins = [edges.asnumpy() for edges in bins]
    pairs = None if range is None else list(zip(range[::2], range[1::2], strict=True))
    weights = None if weight is None else weight.asnumpy().reshape(-1)
    found, edges = np.histogramdd(points, bins, pairs, density, weights)
    result = namedtuple("histogramdd", ("hist", "bin_edges"))
    return result(
        ms.tensor(found.astype(points.dtype)),
        tuple(ms.tensor(axis.astype(points.dtype)) for axis in edges),
    )
