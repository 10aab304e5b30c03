import mindspore as ms
from mindspore import ops


def gradient(input, *, spacing=1, dim=None, edge_order=1) -> tuple:
    """The derivatives along each of dim, by differences of neighbours; each of the input's shape.

    spacing is a distance, one for each of dim, or the coordinates along each of dim. Equals
    torch.gradient.
    """
    axes = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    several = isinstance(spacing, (list, tuple))
    spacings = spacing if several else [1 if spacing is None else spacing] * len(axes)
    dtype = input.dtype if input.is_floating_point() else ms.float32
    results = []
    for axis, places in zip(axes, spacings, strict=True):
        f = input.swapaxes(axis, -1)
        if not isinstance(places, ms.Tensor):
            places = (ops.arange(f.shape[-1]) * places).astype(dtype)
        steps = places[1:] - places[:-1]
        left, right = steps[:-1], steps[1:]
        slopes = (f[..., 1:] - f[..., :-1]) / steps
        inner = (right * slopes[..., :-1] + left * slopes[..., 1:]) / (left + right)
        first, last = slopes[..., :1], slopes[..., -1:]
        if edge_order == 2:
            bends = (slopes[..., 1:] - slopes[..., :-1]) / (left + right)
            first = first - steps[:1] * bends[..., :1]
            last = last + steps[-1:] * bends[..., -1:]
        results.append(ops.cat((first, inner, last), -1).swapaxes(axis, -1))
    return tuple(results)
