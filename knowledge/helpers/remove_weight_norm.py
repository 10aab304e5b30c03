import mindspore as ms
from mindspore import ops


def remove_weight_norm(module, name="weight"):
    """Make weight_g and weight_v of a layer one weight again, and give the layer.

    Equals torch.nn.utils.remove_weight_norm.
    """
    if f"{name}_g" not in module._params:
        raise ValueError(f"{name} of this layer has no weight_norm", module)
    g, v = module._params.pop(f"{name}_g"), module._params.pop(f"{name}_v")
    held = "embedding_table" if "embedding_table" in module.__dict__ else name
    axes = tuple(axis for axis in range(v.ndim) if g.ndim == 0 or g.shape[axis] == 1)
    length = ops.sqrt((v * v).sum(axes, keepdims=g.ndim > 0))
    module.__dict__.pop(held)
    place = g.name[: -len(name) - 2]
    setattr(module, held, ms.Parameter(v * (g / length), name=f"{place}{held}"))
    return module
