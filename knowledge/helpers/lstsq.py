from collections import namedtuple

import mindspore as ms
import numpy as np
from helper import pinv
from mindspore import ops


def lstsq(A, B, rcond=None, *, driver=None):
    """solution, residuals, rank and singular_values of the X that brings A @ X nearest to B.

    Equals torch.linalg.lstsq on a CPU: the drivers "gelsd" and "gelss" give the singular values,
    "gels" gives no rank, and there are residuals where A has more rows than columns and full rank.
    """
    matrix = A.asnumpy()
    rows, columns = matrix.shape[-2:]
    vector = A.ndim > 1 and B.ndim == A.ndim - 1 and B.shape == A.shape[:-1]
    rhs = B.expand_dims(-1) if vector else B
    singular = np.linalg.svd(matrix, compute_uv=False)
    relative = max(rows, columns) * np.finfo(matrix.dtype).eps if rcond is None else rcond
    rank = (singular > relative * singular[..., :1]).sum(-1)
    solution = ops.matmul(pinv(A, relative), rhs)
    none = ms.Tensor(np.zeros((0,), singular.dtype))
    residuals = none
    if rows > columns and driver in ("gels", "gelsd", "gelss") and (rank == columns).all():
        error = ops.matmul(A, solution) - rhs
        squares = ops.real(error * error.conj()) if A.is_complex() else error * error
        residuals = squares.sum(-2)
    result = namedtuple("lstsq", ("solution", "residuals", "rank", "singular_values"))
    return result(
        solution.squeeze(-1) if vector else solution,
        residuals,
        ms.Tensor(np.zeros((0,), np.int64) if driver == "gels" else np.asarray(rank, np.int64)),
        ms.Tensor(singular) if driver in ("gelsd", "gelss") else none,
    )
