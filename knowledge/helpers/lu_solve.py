import mindspore as ms
import numpy as np
from helper import linalg_solve, lu_unpack
from mindspore import ops


def lu_solve(LU, pivots, B, *, left=True, adjoint=False) -> ms.Tensor:
    """X of A @ X = B, or X @ A = B, for A = P @ L @ U as lu_factor gives it.

    With adjoint, for the conjugate transpose of A. Equals torch.linalg.lu_solve.
    """
    if not B.size or not LU.size:
        batch = np.broadcast_shapes(LU.shape[:-2], B.shape[:-2])
        return ops.zeros(batch + B.shape[-2:], B.dtype)
    swaps, lower, upper = lu_unpack(LU, pivots)
    matrix = ops.matmul(ops.matmul(swaps, lower), upper)
    if adjoint:
        matrix = matrix.swapaxes(-1, -2)
        matrix = matrix.conj() if matrix.is_complex() else matrix
    return linalg_solve(matrix, B, left=left)
