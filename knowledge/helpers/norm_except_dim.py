import mindspore as ms


def norm_except_dim(v, pow=2, dim=0) -> ms.Tensor:
    """The norm over every axis of v but one, with axes of length 1; over all of them for dim=-1.

    Equals torch.norm_except_dim; dim is -1, 0 or the last axis.
    """
    axes = tuple(i for i in range(v.ndim) if i != dim)
    norm = (v.abs() ** pow).sum(axes, keepdims=True) ** (1 / pow)
    return norm.reshape(()) if dim == -1 else norm
