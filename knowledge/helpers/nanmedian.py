import mindspore as ms
from helper import median
from mindspore import ops


def nanmedian(input) -> ms.Tensor:
    """The lower of the middle values of all that are not nan.

    Equals torch.nanmedian without dim, its gradient included, which equal values share.
    """
    values = input.flatten()
    if input.is_floating_point():
        values = values[ops.logical_not(ops.isnan(values))]
    return median(values)
