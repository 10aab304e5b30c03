import mindspore as ms
from mindspore import ops


def median(input) -> ms.Tensor:
    """The lower of the middle values of all; nan if one of them is.

    Equals torch.median without dim, its gradient included, which equal values share.
    """
    values = input.flatten()
    if values.size == 0:
        return ms.Tensor(float("nan"), input.dtype)
    middle = ops.stop_gradient(ops.sort(values)[0][(values.size - 1) // 2])
    if not input.is_floating_point():
        return middle
    is_equal = values == middle
    count = is_equal.astype(values.dtype).sum()
    mean = ops.where(is_equal, values, ops.zeros_like(values)).sum() / count
    found = ops.where(ops.isinf(middle), mean, middle + mean - ops.stop_gradient(mean))
    return ops.where(ops.isnan(values).any(), ops.full_like(middle, float("nan")), found)
