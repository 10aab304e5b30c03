import mindspore as ms
import numpy as np


def lu_solve(LU, pivots, B, *, left=True, adjoint=False) -> ms.Tensor:
    """X of A @ X = B, or X @ A = B, for A = P @ L @ U as lu_factor gives it; through NumPy.

    With adjoint, for the conjugate transpose of A. Equals torch.linalg.lu_solve.
    """
    factors, swaps = LU.asnumpy(), pivots.asnumpy()
    size = factors.shape[-1]
    lower = np.tril(factors, -1) + np.eye(size, dtype=factors.dtype)
    matrix = lower @ np.triu(factors)
    for place in np.ndindex(factors.shape[:-2]):
        for k in reversed(range(size)):
            row = swaps[(*place, k)] - 1
            matrix[place][[k, row]] = matrix[place][[row, k]]
    matrix = matrix.conj().swapaxes(-1, -2) if adjoint else matrix
    rhs = B.asnumpy()
    if not left:
        matrix, rhs = matrix.swapaxes(-1, -2), rhs.swapaxes(-1, -2)
    result = np.linalg.solve(matrix, rhs)
    return ms.Tensor(np.ascontiguousarray(result if left else result.swapaxes(-1, -2)))
