import mindspore as ms
import numpy as np
from mindspore import ops


def linalg_solve_ex(A, B, *, left=True, check_errors=False):
    """X of A @ X = B, or of X @ A = B, and zeros (int32): a singular A is an error.

    Equals torch.linalg.solve_ex for matrices that have an inverse.
    """
    vector = B.ndim == 1 or (B.ndim == A.ndim - 1 and B.shape == A.shape[:-1])
    rhs = B.expand_dims(-1) if vector else B
    matrix = A
    if not left:
        matrix, rhs = A.swapaxes(-1, -2), rhs.swapaxes(-1, -2)
    batch = np.broadcast_shapes(matrix.shape[:-2], rhs.shape[:-2])
    matrix = matrix.broadcast_to(batch + matrix.shape[-2:])
    result = ops.matrix_solve(matrix, rhs.broadcast_to(batch + rhs.shape[-2:]))
    result = result if left else result.swapaxes(-1, -2)
    result = result.squeeze(-1) if vector else result
    return result, ops.zeros(A.shape[:-2], ms.int32)
