import mindspore as ms
import numpy as np
from mindspore import ops


def nextafter(input, other) -> ms.Tensor:
    """The number that follows each value in the direction of the other.

    Equals torch.nextafter: both are broadcast first, which ops.nextafter does not do right.
    """
    shape = np.broadcast_shapes(input.shape, other.shape)
    return ops.nextafter(ops.broadcast_to(input, shape), ops.broadcast_to(other, shape))
