import mindspore as ms
from mindspore import ops


def nanmedian(input) -> ms.Tensor:
    """The lower of the middle values of all that are not nan.

    Equals torch.nanmedian without dim.
    """
    values = input.flatten()
    if input.is_floating_point():
        values = values[ops.logical_not(ops.isnan(values))]
    if values.size == 0:
        return ms.Tensor(float("nan"), input.dtype)
    return ops.sort(values)[0][(values.size - 1) // 2]
