import mindspore as ms
import numpy as np
from mindspore import ops


def nanquantile(input, q, dim=None, keepdim=False, *, interpolation="linear") -> ms.Tensor:
    """The q-th quantiles along dim, or of all, of the values that are not nan.

    Equals torch.nanquantile: those of a vector q stand along a new first axis.
    """
    dim = dim if input.ndim else None
    axis = 0 if dim is None else dim % input.ndim
    values = ops.movedim(input.reshape(-1) if dim is None else input, axis, 0)
    unknown = ops.isnan(values)
    counts = (~unknown).astype(input.dtype).sum(0, keepdims=True)
    filled = ops.where(unknown, ops.full_like(values, float("inf")), values)
    order = np.argsort(filled.asnumpy(), axis=0, kind="stable")
    known = ops.where(unknown, ops.zeros_like(values), values)
    ordered = ops.gather_elements(known, 0, ms.Tensor(order))
    places = ms.Tensor(q, input.dtype).reshape((-1,) + (1,) * (values.ndim - 1))
    place = places * ops.maximum(counts - 1, ops.zeros_like(counts))
    if interpolation == "nearest":
        place = ops.round(place)
    low, high = ops.floor(place), ops.ceil(place)
    weights = {"lower": 0 * place, "higher": 0 * place + 1, "midpoint": 0 * place + 0.5}
    weight = weights.get(interpolation, place - low)
    below = ops.gather_elements(ordered, 0, low.astype(ms.int64))
    above = ops.gather_elements(ordered, 0, high.astype(ms.int64))
    result = below + (above - below) * weight
    nothing = (counts == 0).broadcast_to(result.shape)
    result = ops.where(nothing, ops.full_like(result, float("nan")), result)
    if keepdim and dim is None:
        result = result.reshape((-1,) + (1,) * input.ndim)
    elif keepdim:
        result = result.expand_dims(axis + 1)
    return result if isinstance(q, ms.Tensor) and q.ndim == 1 else result[0]
