import mindspore as ms


def greatest(input, dim=None, keepdim=False):
    """The greatest value of numbers or of bools; with dim those along it, and where they are.

    Equals torch.max of one tensor.
    """
    if input.dtype != ms.bool_:
        return input.max() if dim is None else input.max(dim, keepdim)
    if dim is None:
        return input.any()
    values, indices = input.int().max(dim, keepdim)
    return values.bool(), indices
