import mindspore as ms
import numpy as np
from mindspore import ops


def cholesky_solve(B, L, upper=False) -> ms.Tensor:
    """X of (L @ L^T) @ X = B, or of (L^T @ L) @ X = B with upper.

    Equals torch.cholesky_solve.
    """
    factor = L.swapaxes(-1, -2) if upper else L
    other = factor.swapaxes(-1, -2)
    if L.is_complex():
        factor, other = (factor.conj(), other) if upper else (factor, other.conj())
    matrix = ops.matmul(factor, other)
    batch = np.broadcast_shapes(matrix.shape[:-2], B.shape[:-2])
    matrix = matrix.broadcast_to(batch + matrix.shape[-2:])
    return ops.matrix_solve(matrix, B.broadcast_to(batch + B.shape[-2:]))
