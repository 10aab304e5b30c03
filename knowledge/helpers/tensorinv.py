import math

import mindspore as ms
from mindspore import ops


def tensorinv(A, ind=2) -> ms.Tensor:
    """The inverse of A as a map of its last axes, from ind on, to its first ones.

    Equals torch.linalg.tensorinv.
    """
    size = math.prod(A.shape[:ind])
    unit = ops.eye(size, dtype=A.dtype)
    shape = A.shape[ind:] + A.shape[:ind]
    return ops.matrix_solve(A.reshape(size, size), unit).reshape(shape)
