import mindspore as ms
from mindspore import mint, ops


def average(input, dim=None, keepdim=False, dtype=None) -> ms.Tensor:
    """The mean along dim, or of all values; NaN where there are none.

    Equals torch.mean. Of a tensor without elements, MindSpore's mean on a CPU is whatever its memory
    held.
    """
    found = mint.mean(input, dim, keepdim, dtype=dtype)
    return found if input.size else ops.full_like(found, float("nan"))
