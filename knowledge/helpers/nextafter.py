import mindspore as ms
import numpy as np
from mindspore import ops


def nextafter(input, other) -> ms.Tensor:
    """The number that follows each value in the direction of the other.

    Equals torch.nextafter, which has input's gradient; on a CPU MindSpore's gives float32 numbers
    back as they are.
    """
    following = ms.Tensor(np.nextafter(input.asnumpy(), other.asnumpy()))
    change = input - ops.stop_gradient(input)  # nothing but its gradient; NaN of an infinity
    return following + ops.where(change == 0, change, ops.zeros_like(change))
