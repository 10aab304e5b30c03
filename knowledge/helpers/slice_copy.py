import mindspore as ms
from mindspore import ops


def slice_copy(input, dim=0, start=None, end=None, step=1) -> ms.Tensor:
    """Take the places start:end:step along dim.

    Equals torch.slice_copy, and input[:, start:end:step] for dim 1. On a CPU MindSpore's own slice
    has no gradient where a step is taken between the first and the last axis.
    """
    places = list(range(input.shape[dim]))[start:end:step]
    return ops.gather(input, ms.Tensor(places, ms.int64), dim)
