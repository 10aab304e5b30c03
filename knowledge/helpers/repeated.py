import mindspore as ms
from mindspore import ops


def repeated(input, *repeats) -> ms.Tensor:
    """input repeated along its axes, by a tuple or several numbers.

    Equals torch.Tensor.repeat where there may be no elements: MindSpore's tile raises there.
    """
    given = repeats[0] if len(repeats) == 1 and isinstance(repeats[0], (tuple, list)) else repeats
    if input.size:
        return input.tile(tuple(given))
    sizes = (1,) * (len(given) - input.ndim) + input.shape
    shape = tuple(given[axis] * sizes[axis] for axis in range(len(sizes)))
    return ops.zeros(shape, dtype=input.dtype)
