import mindspore as ms
from mindspore import ops


def index_copy(input, dim, index, source) -> ms.Tensor:
    """A copy of input whose slices along dim that index names are those of source.

    Equals torch.index_copy.
    """
    rows = input.swapaxes(0, dim)
    places = index.astype(ms.int32).reshape(-1, 1)
    return ops.tensor_scatter_update(rows, places, source.swapaxes(0, dim)).swapaxes(0, dim)
