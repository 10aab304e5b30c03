import mindspore as ms
import numpy as np
from mindspore import ops


def solve_triangular(A, B, *, upper, left=True, unitriangular=False) -> ms.Tensor:
    """X of A @ X = B, or of X @ A = B, for one triangle of A.

    Equals torch.linalg.solve_triangular.
    """
    unit = ops.eye(A.shape[-1], dtype=A.dtype)
    if unitriangular:
        matrix = (A.triu(1) if upper else A.tril(-1)) + unit
    else:
        matrix = A.triu() if upper else A.tril()
    rhs = B
    if not left:
        matrix, rhs = matrix.swapaxes(-1, -2), B.swapaxes(-1, -2)
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    matrix = matrix.broadcast_to(batch + matrix.shape[-2:])
    result = ops.matrix_solve(matrix, rhs.broadcast_to(batch + rhs.shape[-2:]))
    return result if left else result.swapaxes(-1, -2)
