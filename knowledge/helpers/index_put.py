import mindspore as ms
from mindspore import ops


def index_put(input, indices, values, accumulate=False) -> ms.Tensor:
    """A copy of input whose values at indices, one for each axis, are values, or grow by them.

    Equals torch.Tensor.index_put.
    """
    numbers = ops.arange(input.size, dtype=ms.int64).reshape(input.shape)
    places = numbers[tuple(indices)]
    if places.size == 0:  # a mask that chooses nothing
        return input.copy()
    values = ops.broadcast_to(values, places.shape).reshape(-1)
    mode = "add" if accumulate else "none"
    flat = ops.tensor_scatter_elements(input.reshape(-1), places.reshape(-1), values, 0, mode)
    return flat.reshape(input.shape)
