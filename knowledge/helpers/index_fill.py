import mindspore as ms
from mindspore import ops


def index_fill(input, dim, index, value) -> ms.Tensor:
    """The tensor with value at the places index along the axis dim.

    Equals torch.index_fill: a value that is a tensor without axes gets its gradient.
    """
    source = input if input.ndim else input.reshape(1)
    count = source.shape[dim]
    shape = [1] * source.ndim
    shape[dim] = count
    chosen = (ops.arange(count).reshape(-1, 1) == (index % count).reshape(1, -1)).any(1)
    filling = value.astype(input.dtype) if isinstance(value, ms.Tensor) else value
    return ops.where(chosen.reshape(shape), filling, source).reshape(input.shape)
