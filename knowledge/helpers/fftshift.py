import mindspore.numpy
from mindspore import Tensor


def fftshift(input, dim=None) -> Tensor:
    """The halves of each axis changed about, so that the zero frequency comes to the middle.

    Equals torch.fft.fftshift. The gradient of MindSpore's goes by the sizes of an earlier call.
    """
    axes = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    return mindspore.numpy.roll(input, tuple(input.shape[axis] // 2 for axis in axes), tuple(axes))
