import mindspore as ms
from mindspore import ops


def kthvalue(input, k, dim=-1, keepdim=False):
    """The k-th smallest values along dim, counted from 1, and where they stand there (int64).

    Equals torch.kthvalue; of equal values another may be named.
    """
    if input.ndim == 0:
        return input, ms.Tensor(0)
    values, indices = ops.sort(input, axis=dim)
    place = ms.Tensor([k - 1], ms.int32)
    value = ops.gather(values, place, dim)
    index = ops.gather(indices, place, dim).astype(ms.int64)
    return (value, index) if keepdim else (value.squeeze(dim), index.squeeze(dim))
