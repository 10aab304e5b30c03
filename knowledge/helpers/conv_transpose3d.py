import mindspore as ms
from mindspore import ops


def conv_transpose3d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
) -> ms.Tensor:
    """The transposed convolution of (N, C, D, H, W), or (C, D, H, W), with (C, out / groups, *kernel).

    Equals torch.nn.functional.conv_transpose3d.
    """
    numbers = (stride, padding, output_padding, dilation)
    step, cut, more, spread = (
        (v,) * 3 if isinstance(v, int) else tuple(v) * (3 // len(v)) for v in numbers
    )
    x = input if input.ndim == 5 else input.expand_dims(0)
    for axis in (2, 3, 4):
        if step[axis - 2] > 1:
            x = x.swapaxes(axis, -1)
            x = ops.stack([x] + [ops.zeros_like(x)] * (step[axis - 2] - 1), axis=-1)
            x = x.reshape((*x.shape[:4], -1))[..., : 1 - step[axis - 2]].swapaxes(axis, -1)
    kernel = ops.flip(weight, (2, 3, 4)).reshape((groups, -1, *weight.shape[1:])).swapaxes(1, 2)
    kernel = kernel.reshape((-1, *kernel.shape[2:]))
    edges = [s * (size - 1) for s, size in zip(spread, weight.shape[2:], strict=True)]
    sizes = [(edge, edge + extra) for edge, extra in zip(edges, more, strict=True)]
    x = ops.Pad(((0, 0), (0, 0), *sizes))(x)
    parts = [
        ops.conv3d(part, own, dilation=spread)
        for part, own in zip(
            ops.split(x, x.shape[1] // groups, 1),
            ops.split(kernel, kernel.shape[0] // groups, 0),
            strict=True,
        )
    ]
    result = parts[0] if groups == 1 else ops.cat(parts, 1)
    if bias is not None:
        result = result + bias.reshape((-1, 1, 1, 1))
    deep, high, wide = (slice(c, size - c) for c, size in zip(cut, result.shape[2:], strict=True))
    result = result[:, :, deep, high, wide]
    return result if input.ndim == 5 else result[0]
