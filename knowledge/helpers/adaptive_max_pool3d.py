import mindspore as ms
from mindspore import ops


def adaptive_max_pool3d(input, output_size) -> ms.Tensor:
    """The largest values of output_size boxes: (..., D, H, W) to (..., *output_size).

    Equals torch.nn.functional.adaptive_max_pool3d without indices.
    """
    sizes = (output_size,) * 3 if isinstance(output_size, int) else tuple(output_size)
    result = input
    for axis, wanted in zip((-3, -2, -1), sizes, strict=True):
        length = result.shape[axis]
        count = length if wanted is None else wanted
        values = result.swapaxes(0, axis)
        parts = []
        for i in range(count):
            first, behind = i * length // count, -(-(i + 1) * length // count)
            parts.append(ops.amax(values[first:behind], 0, keepdims=True))
        result = ops.cat(parts).swapaxes(0, axis)
    return result
