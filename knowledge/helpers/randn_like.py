import mindspore as ms
from mindspore import ops


def randn_like(input, dtype=None) -> ms.Tensor:
    """Draw normal numbers in the shape and dtype of a tensor.

    Equals torch.randn_like.
    """
    return ops.randn(input.shape, dtype=dtype or input.dtype)
