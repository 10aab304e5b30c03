import mindspore as ms
from mindspore import ops


def cumulative_trapezoid(y, x=None, dx=1, dim=-1) -> ms.Tensor:
    """Sum up the trapezoids under y along dim, which becomes one shorter.

    Equals torch.cumulative_trapezoid; the places x have the shape of y, or of its axis dim.
    """
    size = y.shape[dim]
    y = y.swapaxes(dim, -1)
    if x is not None:
        x = x if x.ndim == 1 else x.swapaxes(dim, -1)
        dx = x[..., 1:] - x[..., :-1]
    areas = (y[..., : size - 1] + y[..., 1:]) * dx / 2
    return ops.cumsum(areas, -1).swapaxes(dim, -1)
