from mindspore import ops


def foreach_norm(tensors, ord=2):
    """The norm of all values of each tensor of a list.

    Equals torch._foreach_norm.
    """
    return tuple(ops.norm(x.reshape(-1), ord) for x in tensors)
