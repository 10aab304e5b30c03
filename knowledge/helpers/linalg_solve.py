import mindspore as ms
import numpy as np
from mindspore import ops


def linalg_solve(A, B, *, left=True) -> ms.Tensor:
    """X of A @ X = B, or of X @ A = B; B may be a vector, and a batch of them.

    Equals torch.linalg.solve.
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
    return result.squeeze(-1) if vector else result
