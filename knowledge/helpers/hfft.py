import mindspore as ms
from mindspore import ops


def hfft(input, n=None, dim=-1, norm=None) -> ms.Tensor:
    """The real spectrum of a signal of which half is given, the other half being its mirror image.

    Equals torch.fft.hfft. mindspore.ops.hfft is right in every other call only.
    """
    scale = {"forward": "backward", "ortho": "ortho"}.get(norm, "forward")
    if not input.is_complex():
        return ops.irfft(input.float() if input.dtype == ms.bool_ else input, n, dim, scale)
    return ops.irfft(ops.conj(input), n, dim, scale)
