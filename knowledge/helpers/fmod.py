import mindspore as ms
from mindspore import mint, ops


def fmod(input, other) -> ms.Tensor:
    """What remains of each pair when the quotient is rounded towards zero.

    Equals torch.fmod; input is a tensor, other a tensor or a number.
    """
    rest = mint.remainder(ops.abs(input), abs(other))
    return ops.where(input < 0, -rest, rest)
