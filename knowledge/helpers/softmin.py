import mindspore as ms
from mindspore import ops


def softmin(input, dim=None, dtype=None) -> ms.Tensor:
    """The softmin along dim.

    Equals torch.nn.functional.softmin: without dim along axis 0 of 0, 1 and 3 axes, else axis 1.
    """
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    return ops.softmin(input if dtype is None else input.astype(dtype), dim)
