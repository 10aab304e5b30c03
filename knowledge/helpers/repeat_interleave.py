import mindspore as ms
from mindspore import ops


def repeat_interleave(input, repeats, dim=None) -> ms.Tensor:
    """Each element, or each slice of the axis dim, repeats times in a row.

    Equals torch.repeat_interleave; ops.repeat_interleave takes no booleans.
    """
    if input.dtype == ms.bool_:
        return ops.repeat_interleave(input.int(), repeats, dim).bool()
    return ops.repeat_interleave(input, repeats, dim)
