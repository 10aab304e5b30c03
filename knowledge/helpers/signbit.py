import mindspore as ms
from mindspore import ops


def signbit(input) -> ms.Tensor:
    """Whether each value has a minus sign, that of -0.0 included.

    Equals torch.signbit; MindSpore's passes over -0.0.
    """
    values = input if input.is_floating_point() else input.astype(ms.float32)
    return ops.logical_or(values < 0, ops.reciprocal(values) < 0)
