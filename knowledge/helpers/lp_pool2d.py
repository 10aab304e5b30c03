import mindspore as ms
from mindspore import ops


def lp_pool2d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> ms.Tensor:
    """The norm of each window of the last two axes: (N, C, H, W) or (C, H, W).

    Equals torch.nn.functional.lp_pool2d, also for a norm_type that is not even.
    """
    kernel = (kernel_size,) * 2 if isinstance(kernel_size, int) else tuple(kernel_size)
    stride = kernel if stride is None else stride
    x = input if input.ndim == 4 else input.expand_dims(0)
    powers = ops.avg_pool2d(x**norm_type, kernel, stride, ceil_mode=ceil_mode)
    powers = powers.masked_fill(powers == 0, 0.0)  # no gradient where all are zero
    result = (powers * (kernel[0] * kernel[1])) ** (1 / norm_type)
    return result if input.ndim == 4 else result.squeeze(0)
