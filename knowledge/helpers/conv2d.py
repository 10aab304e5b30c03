import mindspore as ms
from mindspore import ops


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1) -> ms.Tensor:
    """mindspore.ops.conv2d with the arguments of torch.nn.functional.conv2d.

    Takes (N, C, H, W), or (C, H, W); padding may be 'valid' or 'same', too.
    """
    x = input if input.ndim == 4 else input.expand_dims(0)
    sizes = (v if isinstance(v, (int, str)) else tuple(v) for v in (stride, padding, dilation))
    step, pads, spread = sizes
    mode, pads = (pads, 0) if isinstance(pads, str) else ("pad", pads)
    result = ops.conv2d(x, weight, bias, step, mode, pads, spread, groups)
    return result if input.ndim == 4 else result[0]
