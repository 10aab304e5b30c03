import mindspore as ms
from mindspore import ops


def lp_pool3d(input, norm_type, kernel_size, stride=None, ceil_mode=False) -> ms.Tensor:
    """The norm of each window of the last three axes: (N, C, D, H, W) or (C, D, H, W).

    Equals torch.nn.functional.lp_pool3d.
    """
    kernel = (kernel_size,) * 3 if isinstance(kernel_size, int) else tuple(kernel_size)
    stride = kernel if stride is None else stride
    x = input if input.ndim == 5 else input.expand_dims(0)
    powers = ops.avg_pool3d(x**norm_type, kernel, stride, ceil_mode=ceil_mode)
    powers = powers.masked_fill(powers == 0, 0.0)  # no gradient where all are zero
    result = (powers * (kernel[0] * kernel[1] * kernel[2])) ** (1 / norm_type)
    return result if input.ndim == 5 else result.squeeze(0)
