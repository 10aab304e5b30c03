import mindspore as ms
import numpy as np
from mindspore import nn, ops


def parametrized_spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a layer's weight by its largest singular value before each call; gives the layer.

    Equals torch.nn.utils.parametrizations.spectral_norm: the weight itself is the parameter
    parametrizations.weight.original, the singular vectors are the buffers
    parametrizations.weight.0._u and _v, which go nearer at each call while the layer trains.
    Works in PyNative mode.
    """
    held = name if name in module._params else "embedding_table"
    if dim is None:
        dim = int(any("Transpose" in kind.__name__ for kind in type(module).__mro__))

    def normalized(vector):
        return vector / ops.maximum(ops.sqrt((vector * vector).sum()), ms.Tensor(eps, vector.dtype))

    def nearer(vectors, weight, steps):
        u, v = vectors._buffers["_u"], vectors._buffers["_v"]
        matrix = ops.stop_gradient(weight).swapaxes(0, dim).reshape(weight.shape[dim], -1)
        for _ in range(steps):
            u = normalized((matrix * v).sum(1))
            v = normalized((matrix * u.reshape(-1, 1)).sum(0))
        vectors._buffers["_u"], vectors._buffers["_v"] = u, v

    def divided(vectors, weight):
        matrix = weight.swapaxes(0, dim).reshape(weight.shape[dim], -1)
        sigma = (vectors._buffers["_u"] * (matrix * vectors._buffers["_v"]).sum(1)).sum()
        return weight / sigma

    def compute(cell, args):
        if name not in cell.parametrizations._cells:
            return  # remove_parametrizations was here
        held_by = cell.parametrizations._cells[name]
        weight, vectors = held_by.original, held_by._cells["0"]
        if cell.training:
            nearer(vectors, weight, n_power_iterations)
        object.__setattr__(cell, held, divided(vectors, weight))

    weight = module._params.pop(held)
    place = weight.name[: -len(held)] + "parametrizations." + name + ".original"
    vectors, holder = nn.Cell(), nn.Cell()
    height = weight.shape[dim]
    for key, size in (("_u", height), ("_v", weight.size // height)):
        vectors.register_buffer(key, normalized(ms.Tensor(np.random.randn(size), weight.dtype)))
    nearer(vectors, weight, 15)
    object.__setattr__(module, held, divided(vectors, weight))
    holder.original = ms.Parameter(weight.value().copy(), name=place)
    holder.insert_child_to_cell("0", vectors)
    if "parametrizations" not in module._cells:
        module.parametrizations = nn.Cell()
    setattr(module.parametrizations, name, holder)
    holder.original.name = place
    module.register_forward_pre_hook(compute)
    return module
