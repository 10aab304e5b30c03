import mindspore as ms
from mindspore import ops


def scatter_add(input, dim, index, src) -> ms.Tensor:
    """Add the values of src to input, each at the place along dim that index gives for it.

    A src that is larger than index counts as far as index goes. Equals torch.scatter_add.
    """
    if src.shape != index.shape:
        src = src[tuple([slice(0, size) for size in index.shape])]
    return ops.tensor_scatter_elements(input, index, src, axis=dim, reduction="add")
