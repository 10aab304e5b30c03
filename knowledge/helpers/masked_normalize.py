import mindspore as ms
from mindspore import mint, ops


def masked_normalize(input, ord, dim, *, eps=1e-12, dtype=None, mask=None) -> ms.Tensor:
    """The values divided by their norm along dim, which is eps at least; 0 elsewhere.

    Equals torch.masked.normalize for real numbers.
    """
    values = input if dtype is None else input.astype(dtype)
    if mask is not None:
        values = ops.where(mask, values, ops.zeros_like(values))
    sizes = ops.abs(values)
    if ord == float("inf"):
        norm = ops.amax(sizes, dim, True)
    elif ord == float("-inf"):
        hidden = (
            sizes if mask is None else ops.where(mask, sizes, ops.full_like(sizes, float("inf")))
        )
        norm = ops.amin(hidden, dim, True)
    elif ord == 0:
        norm = mint.sum((sizes != 0).astype(sizes.dtype), dim, True)
    elif ord == 2:
        norm = ops.sqrt(mint.sum(ops.square(sizes), dim, True))
    else:
        norm = mint.sum(sizes**ord, dim, True) ** (1.0 / ord)
    return values / norm.clip(eps)
