from mindspore import Tensor, ops


def bernoulli(input, p=None) -> Tensor:
    """Ones with the probabilities that input holds, or with the probability p; else zeros.

    Equals torch.bernoulli, with other random numbers.
    """
    chances = input if p is None else p
    return (ops.rand(input.shape) < chances).astype(input.dtype)
