import mindspore as ms
import numpy as np
from mindspore import ops


def mode(input, dim=-1, keepdim=False):
    """The most frequent values along dim, the least of several, and where the last one stands.

    Equals torch.mode; the places are found in numpy, the values have a gradient.
    """
    if input.ndim == 0:
        return input, ms.Tensor(0)
    rows = np.moveaxis(input.asnumpy(), dim, -1)
    counts = (rows[..., :, None] == rows[..., None, :]).sum(-1)
    order = np.argsort(rows, axis=-1, kind="stable")
    counts = np.take_along_axis(counts, order, -1)
    last = counts.argmax(-1) + counts.max(-1) - 1
    places = np.take_along_axis(order, last[..., None], -1)
    indices = ms.Tensor(np.moveaxis(places, -1, dim).astype(np.int64))
    values = ops.gather_elements(input, dim, indices)
    return (values, indices) if keepdim else (values.squeeze(dim), indices.squeeze(dim))
