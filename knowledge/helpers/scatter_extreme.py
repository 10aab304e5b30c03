import mindspore as ms
from mindspore import mint, ops


def scatter_extreme(input, dim, index, src, reduce, include_self=True) -> ms.Tensor:
    """Reduce the values of src into the places of a copy of input that index names along dim.

    Takes memory for each pair of a value and a place along dim. Equals torch.scatter_reduce for
    "amax", "amin" and "prod".
    """
    shape = input.shape
    own = input.reshape(1) if input.ndim == 0 else input.swapaxes(dim, -1)
    places = index.reshape(1) if input.ndim == 0 else index.swapaxes(dim, -1)
    values = src.reshape(1) if input.ndim == 0 else src.swapaxes(dim, -1)
    values = values[tuple(slice(0, size) for size in places.shape)].expand_dims(-1)
    part = tuple(slice(0, size) for size in places.shape[:-1])
    hit = places.expand_dims(-1) == ops.arange(own.shape[-1])
    start = own[part].expand_dims(-2)
    reached = hit.any(-2, keep_dims=True)
    if reduce == "prod":
        found = mint.prod(ops.where(hit, values, ops.ones_like(values)), -2, True)
        joined = start * found
    else:
        low = own.min() if own.size else 0
        high = own.max() if own.size else 0
        edge = (
            ops.minimum(low, values.min()) if reduce == "amax" else ops.maximum(high, values.max())
        )
        reducer = ops.amax if reduce == "amax" else ops.amin
        found = reducer(ops.where(hit, values, edge), -2, True)
        joined = ops.maximum(start, found) if reduce == "amax" else ops.minimum(start, found)
    changed = ops.where(reached, joined if include_self else found, start).squeeze(-2)
    if changed.shape != own.shape:
        inside = ops.ones(changed.shape, ms.bool_)
        for axis, size in enumerate(own.shape[:-1]):
            rest = size - changed.shape[axis]
            pad = (*changed.shape[:axis], rest, *changed.shape[axis + 1 :])
            changed = ops.cat((changed, ops.zeros(pad, changed.dtype)), axis) if rest else changed
            inside = ops.cat((inside, ops.zeros(pad, ms.bool_)), axis) if rest else inside
        changed = ops.where(inside, changed, own)
    changed = changed.astype(input.dtype)
    return changed.reshape(shape) if input.ndim == 0 else changed.swapaxes(dim, -1)
