import mindspore as ms
from mindspore import ops


def quantile(input, q, dim=None, keepdim=False, interpolation="linear") -> ms.Tensor:
    """The q-quantiles, from 0 to 1, along dim or of all values; q is a number or a vector.

    Equals torch.quantile: those of a vector q stand along a new first axis, and NaN among the values
    gives NaN.
    """
    dim = dim if input.ndim else None
    axis = 0 if dim is None else dim % input.ndim
    values = input.reshape(-1) if dim is None else input
    ordered = ops.movedim(ops.sort(values, axis=axis)[0], axis, 0)
    place = ms.Tensor(q, input.dtype).reshape(-1) * (len(ordered) - 1)
    if interpolation == "nearest":
        place = ops.round(place)
    low, high = ops.floor(place), ops.ceil(place)
    weights = {"lower": 0 * place, "higher": 0 * place + 1, "midpoint": 0 * place + 0.5}
    weight = weights.get(interpolation, place - low).reshape((-1,) + (1,) * (ordered.ndim - 1))
    below, above = ordered[low.astype(ms.int32)], ordered[high.astype(ms.int32)]
    result = below + (above - below) * weight
    unknown = ops.isnan(ordered).any(0).expand_dims(0)
    result = ops.where(unknown, ops.full_like(result, float("nan")), result)
    if keepdim and dim is None:
        result = result.reshape((-1,) + (1,) * input.ndim)
    elif keepdim:
        result = result.expand_dims(axis + 1)
    return result if isinstance(q, ms.Tensor) and q.ndim == 1 else result[0]
