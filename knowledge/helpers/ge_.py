from mindspore import Tensor


def ge_(input, other) -> Tensor:
    """Whether input >= other, written into input as ones and zeros of its own dtype.

    Equals torch.Tensor.ge_.
    """
    input.copy_(input >= other)
    return input
