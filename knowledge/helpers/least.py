import mindspore as ms
from mindspore import mint, ops


def least(input, dim=None, keepdim=False):
    """The least value of numbers or of bools; with dim those along it, and where they are.

    Equals torch.min of one tensor, which may have no rows: MindSpore's takes none, so that it gets one
    more along each other axis.
    """
    if dim is None:
        return input.all() if input.dtype == ms.bool_ else input.min()
    along = dim % input.ndim if input.ndim else 0
    filled = input.int() if input.dtype == ms.bool_ else input
    for axis in range(input.ndim):
        if axis != along:
            shape = filled.shape
            more = ops.zeros((*shape[:axis], 1, *shape[axis + 1 :]), filled.dtype)
            filled = ops.cat((filled, more), axis)
    values, indices = filled.min(dim=dim, keepdim=keepdim)
    for axis in range(input.ndim):
        if axis != along:
            place = axis if keepdim or axis < along else axis - 1
            values = mint.narrow(values, place, 0, input.shape[axis])
            indices = mint.narrow(indices, place, 0, input.shape[axis])
    return values.bool() if input.dtype == ms.bool_ else values, indices
