import mindspore.numpy
from mindspore import Tensor


def ifftshift(input, dim=None) -> Tensor:
    """The halves of each axis changed about, so that fftshift is undone.

    Equals torch.fft.ifftshift. The gradient of MindSpore's goes by the sizes of an earlier call.
    """
    axes = range(input.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    return mindspore.numpy.roll(
        input, tuple(-(input.shape[axis] // 2) for axis in axes), tuple(axes)
    )
