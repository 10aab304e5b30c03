import mindspore as ms
from helper import logaddexp
from mindspore import mint


def logcumsumexp(input, dim) -> ms.Tensor:
    """The logarithm of the sum of exponentials of all elements up to each, along an axis.

    Equals torch.logcumsumexp: MindSpore's is wrong behind a minus infinity.
    """
    result = input if input.ndim else input.reshape(1)
    size = result.shape[dim]
    step = 1
    while step < size:
        kept = result.narrow(dim, 0, step)
        sums = logaddexp(result.narrow(dim, step, size - step), result.narrow(dim, 0, size - step))
        result = mint.cat([kept, sums], dim)
        step *= 2
    return result.reshape(input.shape)
