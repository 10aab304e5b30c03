import mindspore as ms
import numpy as np


def histc(input, bins=100, min=0, max=0) -> ms.Tensor:
    """How many values each of the bins from min to max has; from the least to the greatest value
    where both are equal.

    Equals torch.histc; NumPy counts, and there is no gradient, as in torch.
    """
    values = input.asnumpy().reshape(-1)
    low, high = (values.min(), values.max()) if min == max and values.size else (min, max)
    if low == high:
        low, high = low - 1, high + 1
    kind = values.dtype.type
    inside = values[(values >= low) & (values <= high)]
    places = ((inside - kind(low)) / (kind(high) - kind(low)) * bins).astype(np.int64)
    counts = np.bincount(np.minimum(places, bins - 1), minlength=bins)
    return ms.tensor(counts.astype(values.dtype))
