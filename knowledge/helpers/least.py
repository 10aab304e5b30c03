import mindspore as ms


def least(input, dim=None, keepdim=False):
    """The least value of numbers or of bools; with dim those along it, and where they are.

    Equals torch.min of one tensor.
    """
    if input.dtype != ms.bool_:
        return input.min() if dim is None else input.min(dim, keepdim)
    if dim is None:
        return input.all()
    values, indices = input.int().min(dim, keepdim)
    return values.bool(), indices
