import mindspore as ms


def least(input, dim=None, keepdim=False):
    """The least value of numbers or of bools; with dim those along it, and where they are.

    Equals torch.min of one tensor, which may have no rows.
    """
    if dim is None:
        return input.all() if input.dtype == ms.bool_ else input.min()
    if input.size == 0:
        first = input.narrow(dim, 0, 1)
        first = first if keepdim else first.squeeze(dim)
        return first, first.long()
    if input.dtype != ms.bool_:
        return input.min(dim=dim, keepdim=keepdim)
    values, indices = input.int().min(dim=dim, keepdim=keepdim)
    return values.bool(), indices
