import mindspore as ms
from mindspore import ops


def log_softmax(input) -> ms.Tensor:
    """The logarithm of the softmax along the axis that torch takes where none is given.

    Equals torch.nn.functional.log_softmax without dim: axis 0 of 0, 1 and 3 axes, else axis 1.
    """
    return ops.log_softmax(input, 0 if input.ndim in (0, 1, 3) else 1)
