import mindspore as ms
from helper import fractional_starts
from mindspore import ops


def fractional_max_pool3d(
    input,
    kernel_size,
    output_size=None,
    output_ratio=None,
    return_indices=False,
    _random_samples=None,
) -> ms.Tensor:
    """The largest values of output_size boxes at random places: (..., D, H, W) to (..., *output_size).

    Equals torch.nn.functional.fractional_max_pool3d; with return_indices the flat places come, too.
    """
    sizes = input.shape[-3:]
    kernels = (kernel_size,) * 3 if isinstance(kernel_size, int) else kernel_size
    if output_size is None:
        ratios = (output_ratio,) * 3 if isinstance(output_ratio, float) else output_ratio
        output_size = [int(size * ratio) for size, ratio in zip(sizes, ratios, strict=True)]
    counts = (output_size,) * 3 if isinstance(output_size, int) else tuple(output_size)
    x = input.reshape(-1, input.shape[-4], sizes[0] * sizes[1] * sizes[2])
    samples = ops.rand(*x.shape[:2], 3) if _random_samples is None else _random_samples
    places = ops.zeros((*x.shape[:2], 1, 1), ms.int64)
    for axis, (size, count, kernel) in enumerate(zip(sizes, counts, kernels, strict=True)):
        starts = fractional_starts(samples[..., axis], size, count, kernel).expand_dims(-1)
        inside = (starts + ops.arange(kernel)).reshape(*x.shape[:2], 1, count, 1, kernel)
        places = (places.expand_dims(3).expand_dims(5) * size + inside).reshape(
            *x.shape[:2], places.shape[2] * count, places.shape[3] * kernel
        )
    windows = ops.gather_elements(x, 2, places.reshape(*x.shape[:2], -1)).reshape(places.shape)
    shape = (*input.shape[:-3], *counts)
    first = windows.argmax(-1).expand_dims(-1)
    values = ops.gather_elements(windows, 3, first).reshape(shape)
    if return_indices:
        return values, ops.gather_elements(places, 3, first).reshape(shape)
    return values
