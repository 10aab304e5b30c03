import mindspore as ms
from mindspore import ops


def inverse(input) -> ms.Tensor:
    """The inverse of the square matrices in the last two axes.

    Equals torch.linalg.inv.
    """
    unit = ops.zeros_like(input) + ops.eye(input.shape[-1], dtype=input.dtype)
    return ops.matrix_solve(input, unit)
