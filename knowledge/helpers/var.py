import mindspore as ms


def var(input, dim=None, unbiased=True, keepdim=False, *, correction=None) -> ms.Tensor:
    """The variance over axes, or of all elements.

    Equals torch.var: the axes may be a list, too.
    """
    ddof = int(unbiased) if correction is None else correction
    return input.var(axis=tuple(dim) if isinstance(dim, list) else dim, ddof=ddof, keepdims=keepdim)
