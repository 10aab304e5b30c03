import mindspore as ms
from mindspore import ops


def ihfftn(input, s=None, dim=None, norm=None) -> ms.Tensor:
    """The half of a signal of several axes that hfftn makes a real spectrum of.

    Equals torch.fft.ihfftn. mindspore.ops.ihfftn is right in every other call only.
    """
    scale = {"forward": "backward", "ortho": "ortho"}.get(norm, "forward")
    if dim is None and s is not None:
        dim = tuple(range(-len(s), 0))
    dim = (dim,) if isinstance(dim, int) else dim
    real = input.float() if input.dtype == ms.bool_ else input
    return ops.conj(ops.rfftn(real, s, dim, scale))
