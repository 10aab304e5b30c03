import mindspore as ms
from mindspore import ops


def cumsum(x, dim) -> ms.Tensor:
    """Sum up along an axis; integers and bool are summed in int64, as torch.cumsum does it."""
    if not x.is_floating_point() and not x.is_complex():
        x = x.astype(ms.int64)
    return ops.cumsum(x, dim)
