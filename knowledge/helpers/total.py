import mindspore as ms
from mindspore import mint, ops


def total(input, dim=None, keepdim=False, dtype=None) -> ms.Tensor:
    """The sum along dim, or of all values; 0 where there are none.

    Equals torch.sum. Of a tensor without elements, MindSpore's sum on a CPU is whatever its memory
    held.
    """
    found = mint.sum(input, dim, keepdim, dtype=dtype)
    return found if input.size else ops.zeros_like(found)
