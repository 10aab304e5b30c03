import mindspore as ms
from mindspore import ops


def hfftn(input, s=None, dim=None, norm=None) -> ms.Tensor:
    """The real spectrum of a signal of several axes; half of it is given, the other half mirrors it.

    Equals torch.fft.hfftn. mindspore.ops.hfftn is right in every other call only.
    """
    scale = {"forward": "backward", "ortho": "ortho"}.get(norm, "forward")
    if dim is None and s is not None:
        dim = tuple(range(-len(s), 0))
    dim = (dim,) if isinstance(dim, int) else dim
    if not input.is_complex():
        return ops.irfftn(input.float() if input.dtype == ms.bool_ else input, s, dim, scale)
    return ops.irfftn(ops.conj(input), s, dim, scale)
