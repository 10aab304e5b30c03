import mindspore as ms
from mindspore import ops


def softmin(input) -> ms.Tensor:
    """The softmin along the axis that torch takes where none is given.

    Equals torch.nn.functional.softmin without dim: axis 0 of 0, 1 and 3 axes, else axis 1.
    """
    return ops.softmin(input, 0 if input.ndim in (0, 1, 3) else 1)
