import mindspore as ms


def scatter(input, dim, index, src) -> ms.Tensor:
    """input with the values of src at the places of index along dim; src may be larger than index.

    Equals torch.scatter, which takes the beginning of src.
    """
    return input.scatter(dim, index, src[tuple(map(slice, index.shape))])
