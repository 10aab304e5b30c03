import mindspore as ms
from mindspore import mint


def logaddexp(input, other) -> ms.Tensor:
    """log(exp(input) + exp(other)); minus infinity of two of them.

    Equals torch.logaddexp: MindSpore's is NaN there.
    """
    larger = mint.maximum(input, other)
    gap = (mint.minimum(input, other) - larger).masked_fill(mint.isinf(larger), -float("inf"))
    return larger + mint.log1p(mint.exp(gap))
