import mindspore as ms
from mindspore import ops


def conv_transpose2d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
) -> ms.Tensor:
    """The transposed convolution of (N, C, H, W), or (C, H, W), with (C, out / groups, *kernel).

    Equals torch.nn.functional.conv_transpose2d.
    """
    numbers = (stride, padding, output_padding, dilation)
    step, cut, more, spread = ((v, v) if isinstance(v, int) else tuple(v) for v in numbers)
    x = input if input.ndim == 4 else input.expand_dims(0)
    for axis in (2, 3):
        if step[axis - 2] > 1:
            x = x.swapaxes(axis, -1)
            x = ops.stack([x] + [ops.zeros_like(x)] * (step[axis - 2] - 1), axis=-1)
            x = x.reshape((*x.shape[:3], -1))[..., : 1 - step[axis - 2]].swapaxes(axis, -1)
    kernel = ops.flip(weight, (2, 3)).reshape((groups, -1, *weight.shape[1:])).swapaxes(1, 2)
    kernel = kernel.reshape((-1, *kernel.shape[2:]))
    top, left = (s * (size - 1) for s, size in zip(spread, weight.shape[2:], strict=True))
    x = ops.Pad(((0, 0), (0, 0), (top, top + more[0]), (left, left + more[1])))(x)
    result = ops.conv2d(x, kernel, bias, dilation=spread, groups=groups)
    height, width = result.shape[2:]
    result = result[:, :, cut[0] : height - cut[0], cut[1] : width - cut[1]]
    return result if input.ndim == 4 else result[0]
