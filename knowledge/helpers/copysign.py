import mindspore as ms
from helper import signbit
from mindspore import ops


def copysign(input, other) -> ms.Tensor:
    """Each value of input with the sign of other, a tensor or a number.

    Equals torch.copysign, for a sign of -0.0 as well, which MindSpore's passes over.
    """
    values = input if input.is_floating_point() else input.astype(ms.float32)
    signs = other if isinstance(other, ms.Tensor) else ms.Tensor(other, values.dtype)
    if not signs.is_floating_point():
        signs = signs.astype(values.dtype)
    return ops.abs(values) * ops.select(signbit(signs), -ops.ones_like(signs), ops.ones_like(signs))
