import mindspore as ms
from mindspore import ops


def trapezoid(y, x=None, dx=1, dim=-1) -> ms.Tensor:
    """The integral of y along dim by the trapezoidal rule, at the points x or dx apart.

    Equals torch.trapezoid.
    """
    dim = dim % y.ndim
    size = y.shape[dim]
    if size == 0:
        return ops.zeros_like(y).sum(dim)
    both = y.narrow(dim, 1, size - 1) + y.narrow(dim, 0, size - 1) if size > 1 else None
    if both is None:
        return ops.zeros_like(y).sum(dim)
    if x is None:
        return (both * dx).sum(dim) / 2
    along = x.reshape((-1,) + (1,) * (y.ndim - dim - 1)) if x.ndim == 1 else x
    axis = dim - y.ndim
    steps = along.narrow(axis, 1, size - 1) - along.narrow(axis, 0, size - 1)
    return (both * steps).sum(dim) / 2
