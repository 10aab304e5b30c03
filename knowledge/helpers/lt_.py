from mindspore import Tensor


def lt_(input, other) -> Tensor:
    """Whether input < other, written into input as ones and zeros of its own dtype.

    Equals torch.Tensor.lt_.
    """
    input.copy_(input < other)
    return input
