import mindspore as ms
import numpy as np
from mindspore import ops


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a layer's weight by its largest singular value before each call; gives the layer.

    Equals torch.nn.utils.spectral_norm: the weight itself is the parameter weight_orig, the
    singular vectors are the buffers weight_u and weight_v, which go one step nearer at each call
    while the layer trains. Works in PyNative mode.
    """
    held = name if name in module._params else "embedding_table"
    if dim is None:
        dim = int(any("Transpose" in kind.__name__ for kind in type(module).__mro__))

    def normalized(vector):
        return vector / ops.maximum(ops.sqrt((vector * vector).sum()), ms.Tensor(eps, vector.dtype))

    def compute(cell, args):
        if f"{name}_orig" not in cell._params:
            return  # remove_spectral_norm was here
        weight = cell._params[f"{name}_orig"]
        u, v = cell._buffers[f"{name}_u"], cell._buffers[f"{name}_v"]
        matrix = weight.swapaxes(0, dim).reshape(weight.shape[dim], -1)
        if cell.training:
            fixed = ops.stop_gradient(matrix)
            for _ in range(n_power_iterations):
                v = normalized((fixed * u.reshape(-1, 1)).sum(0))
                u = normalized((fixed * v).sum(1))
            cell._buffers[f"{name}_u"], cell._buffers[f"{name}_v"] = u, v
        sigma = (u * (matrix * v).sum(1)).sum()
        object.__setattr__(cell, held, weight / sigma)

    weight = module._params.pop(held)
    place = weight.name[: -len(held)]
    original = ms.Parameter(weight.value().copy(), name=f"{place}{name}_orig")
    setattr(module, f"{name}_orig", original)
    object.__setattr__(module, held, original)
    height = weight.shape[dim]
    for suffix, size in (("u", height), ("v", weight.size // height)):
        start = ms.Tensor(np.random.randn(size), weight.dtype)
        module.register_buffer(f"{name}_{suffix}", normalized(start))
    module.register_forward_pre_hook(compute)
    return module
