import mindspore as ms
from mindspore import ops


def conv_transpose1d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
) -> ms.Tensor:
    """The transposed convolution of (N, C, L), or (C, L), with weights (C, out / groups, kernel).

    Equals torch.nn.functional.conv_transpose1d.
    """
    numbers = (
        v if isinstance(v, int) else v[0] for v in (stride, padding, output_padding, dilation)
    )
    step, cut, more, spread = numbers
    x = input if input.ndim == 3 else input.expand_dims(0)
    if step > 1:
        x = ops.stack([x] + [ops.zeros_like(x)] * (step - 1), axis=-1)
        x = x.reshape((*x.shape[:2], -1))[:, :, : 1 - step]
    kernel = ops.flip(weight, (2,)).reshape((groups, -1, *weight.shape[1:])).swapaxes(1, 2)
    kernel = kernel.reshape((-1, *kernel.shape[2:]))
    border = spread * (weight.shape[2] - 1)
    x = ops.Pad(((0, 0), (0, 0), (border, border + more)))(x)
    result = ops.conv1d(x, kernel, bias, dilation=spread, groups=groups)
    result = result[:, :, cut : result.shape[2] - cut]
    return result if input.ndim == 3 else result[0]
