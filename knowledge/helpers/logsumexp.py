import mindspore as ms
from mindspore import mint, ops


def logsumexp(input, dim, keepdim=False) -> ms.Tensor:
    """The logarithm of the sum of exponentials; minus infinity of nothing else.

    Equals torch.logsumexp: MindSpore's is NaN there.
    """
    dim = tuple(dim) if isinstance(dim, list) else dim
    highest = ops.stop_gradient(mint.amax(input, dim, True))
    bound = mint.isinf(highest)
    total = mint.sum(mint.exp(input - highest.masked_fill(bound, 0.0)), dim, True)
    result = mint.log(total.masked_fill(bound, 1.0)) + highest
    return result if keepdim else mint.sum(result, dim)
