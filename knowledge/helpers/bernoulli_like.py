import mindspore as ms
from mindspore import ops


def bernoulli_like(input, p=0.5) -> ms.Tensor:
    """Draw 1 with probability p and 0 otherwise, in the shape and dtype of input.

    Equals input.bernoulli_(p) of torch in distribution, for an input that was made for it.
    """
    return (ops.rand(input.shape) < p).astype(input.dtype)
