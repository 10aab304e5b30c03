import mindspore as ms
from mindspore import ops


def cdist(x1, x2, p=2.0) -> ms.Tensor:
    """The distances between the rows of (*, N, D) and those of (*, M, D), of shape (*, N, M).

    Equals torch.cdist for any number of batch axes, which broadcast.
    """
    if x1.dtype == ms.float64:  # ops.cdist loses digits
        apart = ops.abs(x1.expand_dims(-2) - x2.expand_dims(-3))
        if p == 0:
            return (apart != 0).astype(apart.dtype).sum(-1)
        if p == float("inf"):
            return ops.amax(apart, -1)
        power = ms.Tensor(p, ms.float64)  # a number would be rounded to float32
        return ops.pow(ops.pow(apart, power).sum(-1), 1 / power)
    batch = tuple((x1[..., 0, 0] + x2[..., 0, 0]).shape)
    first = ops.broadcast_to(x1, batch + x1.shape[-2:])
    second = ops.broadcast_to(x2, batch + x2.shape[-2:])
    first = first.reshape(-1, *x1.shape[-2:])
    second = second.reshape(-1, *x2.shape[-2:])
    return ops.cdist(first, second, float(p)).reshape(*batch, x1.shape[-2], x2.shape[-2])
