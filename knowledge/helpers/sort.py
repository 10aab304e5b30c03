import mindspore as ms
from mindspore import ops


def sort(input, dim=-1, descending=False, stable=None):
    """The values in order along dim, and where they stood (int64).

    Equals torch.sort.
    """
    values, indices = ops.sort(input, axis=dim, descending=descending)
    return values, indices.astype(ms.int64)
