import mindspore as ms
from mindspore import ops


def atan2(input, other) -> ms.Tensor:
    """The angle of the points (other, input), in radians.

    Equals torch.atan2: its gradient is 0 at (0, 0), and not nan.
    """
    origin = ops.logical_and(input == 0, other == 0)
    angles = ops.atan2(input, other + origin.astype(other.dtype))
    return ops.where(origin, ops.stop_gradient(ops.atan2(input, other)), angles)
