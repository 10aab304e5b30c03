import mindspore as ms
from mindspore import nn, ops


def weight_norm(module, name="weight", dim=0):
    """Split a layer's weight into a length weight_g and a direction weight_v, and give the layer.

    Equals torch.nn.utils.weight_norm: before each call of the layer its weight becomes
    g * v / |v|, |v| over all axes but dim (over all where dim is None). Works in PyNative mode.
    """
    held = name if name in module._params else "embedding_table"

    def compute(cell, args=()):
        if f"{name}_g" not in cell._params:
            return  # remove_weight_norm was here
        g, v = cell._params[f"{name}_g"], cell._params[f"{name}_v"]
        axes = tuple(axis for axis in range(v.ndim) if g.ndim == 0 or g.shape[axis] == 1)
        length = ops.sqrt((v * v).sum(axes, keepdims=g.ndim > 0))
        object.__setattr__(cell, held, v * (g / length))

    weight = module._params.pop(held)
    place = weight.name[: -len(held)]
    dim = None if dim == -1 else dim  # as torch reads it
    if dim is not None:
        is_flat = isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))  # (out, in, 1, width) here
        dim %= weight.ndim - is_flat
        dim += is_flat and dim == 2
    axes = tuple(axis for axis in range(weight.ndim) if axis != dim)
    length = ops.sqrt((weight * weight).sum(axes, keepdims=dim is not None))
    for suffix, value in (("g", length), ("v", weight.value().copy())):
        setattr(module, f"{name}_{suffix}", ms.Parameter(value, name=f"{place}{name}_{suffix}"))
    object.__setattr__(module, held, weight)
    module.register_forward_pre_hook(compute)
    return module
