import mindspore as ms


def as_index(index):
    """A tensor without axes as a number, anything else as it is.

    MindSpore has no gradient of x[a, b] where all indices are numbers or tensors without axes, and one
    of them is a tensor.
    """
    if isinstance(index, ms.Tensor) and index.ndim == 0 and index.dtype != ms.bool_:
        return index.item()
    return index
