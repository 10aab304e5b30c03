import mindspore as ms
from mindspore import ops


def fractional_starts(samples, size, count, kernel) -> ms.Tensor:
    """Where count windows of kernel items begin on an axis of that size: (N, C) to (N, C, count).

    samples are random numbers of [0, 1), as torch.nn.functional.fractional_max_pool2d takes them.
    """
    step = (size - kernel) / max(count - 1, 1)
    samples = samples.expand_dims(-1)
    shift = ops.floor(samples * step)
    starts = ops.floor((ops.arange(count - 1) + samples) * step) - shift
    last = ops.full_like(samples, size - kernel)
    return ops.cat((starts, last), -1).astype(ms.int64) if count > 1 else last.astype(ms.int64)
