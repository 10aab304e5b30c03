import mindspore as ms
from mindspore import ops


def put(input, index, source, accumulate=False) -> ms.Tensor:
    """A copy of input whose values at flat indices are those of source, or grow by them.

    Equals torch.put.
    """
    flat, values = input.reshape(-1), source.reshape(-1)
    places = (index.reshape(-1, 1) % flat.shape[0]).astype(ms.int32)
    if accumulate:
        return ops.tensor_scatter_add(flat, places, values).reshape(input.shape)
    return ops.tensor_scatter_update(flat, places, values).reshape(input.shape)
