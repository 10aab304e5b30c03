import mindspore as ms
from mindspore import ops


def entr(input) -> ms.Tensor:
    """-x * log(x) of each value; 0 at 0 and minus infinity below.

    Equals torch.special.entr.
    """
    result = -input * ops.log(ops.where(input > 0, input, ops.ones_like(input)))
    return ops.where(input < 0, ops.full_like(result, float("-inf")), result)
