import mindspore as ms
from mindspore import nn, ops


def parametrized_weight_norm(module, name="weight", dim=0):
    """Split a layer's weight into a length and a direction, and give the layer.

    Equals torch.nn.utils.parametrizations.weight_norm: before each call of the layer its weight
    becomes g * v / |v|, |v| over all axes but dim (over all where dim is None). g and v are
    parametrizations.weight.original0 and original1. Works in PyNative mode.
    """
    held = name if name in module._params else "embedding_table"

    def compute(cell, args=()):
        if name not in cell.parametrizations._cells:
            return  # remove_parametrizations was here
        pair = cell.parametrizations._cells[name]
        g, v = pair.original0, pair.original1
        axes = tuple(axis for axis in range(v.ndim) if g.ndim == 0 or g.shape[axis] == 1)
        length = ops.sqrt((v * v).sum(axes, keepdims=g.ndim > 0))
        object.__setattr__(cell, held, v * (g / length))

    weight = module._params.pop(held)
    place = weight.name[: -len(held)] + "parametrizations." + name + ".original"
    dim = None if dim == -1 else dim  # as torch reads it
    if dim is not None:
        is_flat = isinstance(module, (nn.Conv1d, nn.Conv1dTranspose))  # (out, in, 1, width) here
        dim %= weight.ndim - is_flat
        dim += is_flat and dim == 2
    axes = tuple(axis for axis in range(weight.ndim) if axis != dim)
    length = ops.sqrt((weight * weight).sum(axes, keepdims=dim is not None))
    pair = nn.Cell()
    pair.original0 = ms.Parameter(length, name=f"{place}0")
    pair.original1 = ms.Parameter(weight.value().copy(), name=f"{place}1")
    if "parametrizations" not in module._cells:
        module.parametrizations = nn.Cell()
    setattr(module.parametrizations, name, pair)
    for number, parameter in enumerate((pair.original0, pair.original1)):
        parameter.name = f"{place}{number}"
    compute(module)
    module.register_forward_pre_hook(compute)
    return module
