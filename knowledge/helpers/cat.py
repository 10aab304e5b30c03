import functools

import mindspore as ms
from mindspore import mint, ops


def cat(tensors, dim=0) -> ms.Tensor:
    """mint.cat that leaves tensors of shape (0,) out, and so joins anything to an empty beginning.

    Equals torch.cat, the dtype too.
    """
    zeros = [ops.zeros((1,), tensor.dtype) for tensor in tensors]
    dtype = functools.reduce(mint.add, zeros).dtype  # the one that holds them all
    kept = [tensor.astype(dtype) for tensor in tensors if tensor.shape != (0,)]
    return mint.cat(kept, dim) if kept else tensors[0].astype(dtype)
