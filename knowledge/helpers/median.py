import mindspore as ms
from mindspore import ops


def median(input) -> ms.Tensor:
    """The lower of the middle values of all; nan if one of them is.

    Equals torch.median without dim.
    """
    values = input.flatten()
    if values.size == 0:
        return ms.Tensor(float("nan"), input.dtype)
    middle = ops.sort(values)[0][(values.size - 1) // 2]
    if not input.is_floating_point():
        return middle
    return ops.where(ops.isnan(values).any(), ops.full_like(middle, float("nan")), middle)
