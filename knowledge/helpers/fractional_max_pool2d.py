import mindspore as ms
from helper import fractional_starts
from mindspore import ops


def fractional_max_pool2d(
    input,
    kernel_size,
    output_size=None,
    output_ratio=None,
    return_indices=False,
    _random_samples=None,
) -> ms.Tensor:
    """The largest values of output_size windows at random places: (..., H, W) to (..., *output_size).

    Equals torch.nn.functional.fractional_max_pool2d; with return_indices the flat places come, too.
    """
    height, width = input.shape[-2:]
    rows, columns = (kernel_size,) * 2 if isinstance(kernel_size, int) else kernel_size
    if output_size is None:
        ratios = (output_ratio,) * 2 if isinstance(output_ratio, float) else output_ratio
        output_size = int(height * ratios[0]), int(width * ratios[1])
    high, wide = (output_size,) * 2 if isinstance(output_size, int) else output_size
    x = input.reshape(-1, input.shape[-3], height * width)
    samples = ops.rand(*x.shape[:2], 2) if _random_samples is None else _random_samples
    top = fractional_starts(samples[..., 1], height, high, rows).expand_dims(-1)
    left = fractional_starts(samples[..., 0], width, wide, columns).expand_dims(-1)
    top = (top + ops.arange(rows)).reshape(*x.shape[:2], high, 1, rows, 1)
    left = (left + ops.arange(columns)).reshape(*x.shape[:2], 1, wide, 1, columns)
    places = (top * width + left).reshape(*x.shape[:2], high * wide, rows * columns)
    windows = ops.gather_elements(x, 2, places.reshape(*x.shape[:2], -1)).reshape(places.shape)
    shape = (*input.shape[:-2], high, wide)
    first = windows.argmax(-1).expand_dims(-1)
    values = ops.gather_elements(windows, 3, first).reshape(shape)
    if return_indices:
        return values, ops.gather_elements(places, 3, first).reshape(shape)
    return values
