import mindspore as ms
from mindspore import ops


def cross(input, other, dim=-1) -> ms.Tensor:
    """The cross product along an axis of size 3; shapes broadcast, as torch.linalg.cross has it.

    None as dim is the first axis of size 3, as torch.cross has it.
    """
    first, second = input + ops.zeros_like(other), other + ops.zeros_like(input)
    return ops.cross(first, second, dim=first.shape.index(3) if dim is None else dim)
