import math

import mindspore as ms
from mindspore import ops


def tensorsolve(A, B, dims=None) -> ms.Tensor:
    """X of tensordot(A, X, X.ndim) = B.

    Equals torch.linalg.tensorsolve.
    """
    matrix = A if dims is None else ops.movedim(A, tuple(dims), tuple(range(-len(dims), 0)))
    shape = matrix.shape[B.ndim :]
    size = math.prod(shape)
    return ops.matrix_solve(matrix.reshape(size, size), B.reshape(-1, 1)).reshape(shape)
