from mindspore import Tensor


def cumsum_(input, dim) -> Tensor:
    """The sums of the elements up to each place of an axis, written into input.

    Equals torch.Tensor.cumsum_ without a dtype.
    """
    input.copy_(input.cumsum(dim))
    return input
