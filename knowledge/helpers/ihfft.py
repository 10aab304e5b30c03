import mindspore as ms
from mindspore import ops


def ihfft(input, n=None, dim=-1, norm=None) -> ms.Tensor:
    """The half of a signal that hfft makes a real spectrum of.

    Equals torch.fft.ihfft. mindspore.ops.ihfft is right in every other call only.
    """
    scale = {"forward": "backward", "ortho": "ortho"}.get(norm, "forward")
    return ops.conj(ops.rfft(input.float() if input.dtype == ms.bool_ else input, n, dim, scale))
