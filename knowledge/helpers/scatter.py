import mindspore as ms


def scatter(input, dim, index, src) -> ms.Tensor:
    """input with src at the places of index along dim: a number, or a tensor that may be larger than index.

    Equals torch.scatter, which takes the beginning of src.
    """
    if isinstance(src, ms.Tensor) and src.ndim > 0:
        values = src[tuple(map(slice, index.shape))]
    else:
        values = ms.ops.full_like(index, float(src), dtype=input.dtype)
    return ms.ops.tensor_scatter_elements(input, index, values, axis=dim)
