import math

from mindspore import Tensor, ops


def mvlgamma(input, p) -> Tensor:
    """The logarithm of the multivariate gamma function of dimension p.

    Equals torch.mvlgamma, with its gradient.
    """
    start = p * (p - 1) / 4 * math.log(math.pi)
    return sum((ops.lgamma(input - j / 2) for j in range(p)), start)
