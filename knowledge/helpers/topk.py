import mindspore as ms
from mindspore import ops


def topk(input, k, dim=-1, largest=True, sorted=True):
    """The k greatest, or least, values along dim, and where they stand (int64).

    Equals torch.topk.
    """
    if input.ndim == 0:
        return input.copy(), ms.Tensor(0, ms.int64)
    values, indices = ops.topk(input, k, dim, largest, sorted)
    return values, indices.astype(ms.int64)
