import mindspore as ms
import numpy as np


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear") -> ms.Tensor:
    """The q-th quantiles along dim, or of all, of the values that are not nan; through NumPy.

    Equals torch.nanquantile.
    """
    values = input.asnumpy()
    places = q.asnumpy() if isinstance(q, ms.Tensor) else q
    dim = None if values.ndim == 0 else dim
    found = np.nanquantile(values, places, axis=dim, method=interpolation, keepdims=keepdim)
    return ms.Tensor(np.asarray(found, values.dtype))
