import math

import mindspore as ms


def resized(tensor, *sizes) -> ms.Tensor:
    """Change the shape of a tensor in place, and give it back.

    Equals torch.Tensor.resize_: the first items stay. Those that come to it are zeros; torch leaves
    them undefined.
    """
    shape = tuple(sizes[0]) if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)) else sizes
    if tensor.shape == shape:
        return tensor
    count = math.prod(shape)
    items = tensor.reshape((-1,))[:count]
    rest = ms.mint.zeros((count - items.size,), dtype=tensor.dtype)
    tensor.assign_value(ms.ops.cat((items, rest)).reshape(shape))
    return tensor
