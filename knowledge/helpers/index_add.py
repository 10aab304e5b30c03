import mindspore as ms
from mindspore import ops


def index_add(input, dim, index, source, alpha=1) -> ms.Tensor:
    """input, with the slices of source, alpha times, added at the places index along dim.

    Equals torch.index_add; ops.index_add changes its input on a CPU.
    """
    updates = (source if alpha == 1 else alpha * source).swapaxes(0, dim)
    moved = ops.tensor_scatter_add(input.swapaxes(0, dim), index.reshape(-1, 1), updates)
    return moved.swapaxes(0, dim)
