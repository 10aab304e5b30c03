import mindspore as ms
from mindspore import ops


def polar(abs, angle) -> ms.Tensor:
    """The complex numbers of these lengths and angles in radians; shapes broadcast.

    Equals torch.polar.
    """
    return ops.Complex()(abs * ops.cos(angle), abs * ops.sin(angle))
