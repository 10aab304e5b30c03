import mindspore as ms
from mindspore import ops


def index_reduce(input, dim, index, source, reduce, *, include_self=True) -> ms.Tensor:
    """Reduce the slices of source into those of a copy of input that index names along dim.

    reduce is "prod", "mean", "amax" or "amin". Equals torch.index_reduce.
    """
    result = []
    for place in range(input.shape[dim] if input.ndim else 1):
        own = input if input.ndim == 0 else input.narrow(dim, place, 1)
        found = [k for k, wanted in enumerate(index.reshape(-1).asnumpy()) if wanted == place]
        parts = [source if input.ndim == 0 else source.narrow(dim, k, 1) for k in found]
        values = ([own] if include_self or not parts else []) + parts
        value = values[0]
        for other in values[1:]:
            if reduce == "amax":
                value = ops.maximum(value, other)
            elif reduce == "amin":
                value = ops.minimum(value, other)
            else:
                value = value * other if reduce == "prod" else value + other
        if reduce == "mean" and len(values) > 1:
            floating = input.is_floating_point() or input.is_complex()
            value = value / len(values) if floating else value // len(values)
        result.append(value)
    return result[0] if input.ndim == 0 else ops.cat(result, dim)
