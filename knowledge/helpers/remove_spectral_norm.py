import mindspore as ms
from mindspore import ops


def remove_spectral_norm(module, name="weight"):
    """Make what spectral_norm divides its weight by part of the weight, and give the layer.

    Equals torch.nn.utils.remove_spectral_norm.
    """
    if f"{name}_orig" not in module._params:
        raise ValueError(f"{name} of this layer has no spectral_norm", module)
    original = module._params.pop(f"{name}_orig")
    u, v = module._buffers.pop(f"{name}_u"), module._buffers.pop(f"{name}_v")
    held = "embedding_table" if "embedding_table" in module.__dict__ else name
    module.__dict__.pop(held)
    dim = int(any("Transpose" in kind.__name__ for kind in type(module).__mro__))
    matrix = original.swapaxes(0, dim).reshape(original.shape[dim], -1)
    sigma = (u * ops.matmul(matrix, v)).sum()
    place = original.name[: -len(name) - 5]
    setattr(module, held, ms.Parameter(original / sigma, name=f"{place}{held}"))
    return module
