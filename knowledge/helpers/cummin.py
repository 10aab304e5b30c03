import mindspore as ms
from mindspore import ops


def cummin(input, dim):
    """The least value so far along dim, and where it stands (int64).

    Equals torch.cummin.
    """
    if input.ndim == 0:
        return input.copy(), ms.Tensor(0, ms.int64)
    values, indices = ops.cummin(input, dim)
    return values, indices.astype(ms.int64)
