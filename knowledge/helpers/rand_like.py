import mindspore as ms
from mindspore import ops


def rand_like(input, dtype=None) -> ms.Tensor:
    """Draw numbers in [0, 1) in the shape and dtype of a tensor.

    Equals torch.rand_like.
    """
    return ops.rand(input.shape, dtype=dtype or input.dtype)
