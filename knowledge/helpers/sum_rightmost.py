import mindspore as ms


def sum_rightmost(value, dim) -> ms.Tensor:
    """The sums over the last dim axes, value itself for none.

    Equals torch.distributions.utils._sum_rightmost.
    """
    return value.reshape(value.shape[:-dim] + (-1,)).sum(-1) if dim else value
