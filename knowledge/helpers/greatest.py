import mindspore as ms


def greatest(input, dim=None, keepdim=False):
    """The greatest value of numbers or of bools; with dim those along it, and where they are.

    Equals torch.max of one tensor, which may have no rows.
    """
    if dim is None:
        return input.any() if input.dtype == ms.bool_ else input.max()
    if input.size == 0:
        first = input.narrow(dim, 0, 1)
        first = first if keepdim else first.squeeze(dim)
        return first, first.long()
    if input.dtype != ms.bool_:
        return input.max(dim=dim, keepdim=keepdim)
    values, indices = input.int().max(dim=dim, keepdim=keepdim)
    return values.bool(), indices
