import numpy as np
from mindspore import ops


def triangular_solve(b, A, upper=True, transpose=False, unitriangular=False):
    """X of A @ X = b for one triangle of A, and A.

    Equals torch.triangular_solve.
    """
    if unitriangular:
        matrix = (A.triu(1) if upper else A.tril(-1)) + ops.eye(A.shape[-1], dtype=A.dtype)
    else:
        matrix = A.triu() if upper else A.tril()
    matrix = matrix.swapaxes(-1, -2) if transpose else matrix
    batch = np.broadcast_shapes(matrix.shape[:-2], b.shape[:-2])
    matrix = matrix.broadcast_to(batch + matrix.shape[-2:])
    result = ops.matrix_solve(matrix, b.broadcast_to(batch + b.shape[-2:]))
    return result, A.broadcast_to(batch + A.shape[-2:])
