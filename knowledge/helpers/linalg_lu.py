import mindspore as ms
import numpy as np


def linalg_lu(A, *, pivot=True):
    """P, L and U of P @ L @ U = A; through NumPy. P has no elements without pivot.

    Equals torch.linalg.lu.
    """
    factors = A.asnumpy().copy()
    rows, columns = factors.shape[-2:]
    count = min(rows, columns)
    swaps = np.zeros((*factors.shape[:-1], rows), factors.real.dtype)
    for place in np.ndindex(factors.shape[:-2]):
        matrix, order = factors[place], np.arange(rows)
        for k in range(count):
            column = matrix[k:, k]
            row = k + int(np.argmax(np.abs(column.real) + np.abs(column.imag))) if pivot else k
            matrix[[k, row]], order[[k, row]] = matrix[[row, k]], order[[row, k]]
            if matrix[k, k] != 0:
                matrix[k + 1 :, k] /= matrix[k, k]
            matrix[k + 1 :, k + 1 :] -= np.outer(matrix[k + 1 :, k], matrix[k, k + 1 :])
        swaps[place][order, np.arange(rows)] = 1
    lower = np.tril(factors[..., :count], -1) + np.eye(rows, count, dtype=factors.dtype)
    upper = np.triu(factors[..., :count, :])
    swaps = swaps.astype(factors.dtype) if pivot else np.zeros((0,), factors.dtype)
    return ms.Tensor(swaps), ms.Tensor(lower), ms.Tensor(upper)
