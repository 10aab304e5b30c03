import mindspore as ms
import numpy as np


def unique(input, sorted=True, return_inverse=False, return_counts=False, dim=None):
    """The different values, or slices along dim, in order; where they went, and how many.

    Equals torch.unique.
    """
    found = np.unique(
        input.asnumpy(), return_inverse=True, return_counts=True, axis=dim, equal_nan=False
    )
    values, inverse, counts = found
    shape = input.shape if dim is None else (input.shape[dim],)
    results = [ms.Tensor(values)]
    if return_inverse:
        results.append(ms.Tensor(inverse.reshape(shape), ms.int64))
    if return_counts:
        results.append(ms.Tensor(counts, ms.int64))
    return tuple(results) if len(results) > 1 else results[0]
