import mindspore as ms
import numpy as np


def lu_factor(A, pivot=True):
    """L and U of P @ L @ U = A in one matrix, and the row swaps, counted from 1; through NumPy.

    Equals torch.linalg.lu_factor.
    """
    factors = A.asnumpy().copy()
    count = min(factors.shape[-2:])
    pivots = np.zeros((*factors.shape[:-2], count), np.int32)
    for place in np.ndindex(factors.shape[:-2]):
        matrix = factors[place]
        for k in range(count):
            column = matrix[k:, k]
            row = k + int(np.argmax(np.abs(column.real) + np.abs(column.imag))) if pivot else k
            pivots[(*place, k)] = row + 1
            matrix[[k, row]] = matrix[[row, k]]
            if matrix[k, k] != 0:
                matrix[k + 1 :, k] /= matrix[k, k]
            matrix[k + 1 :, k + 1 :] -= np.outer(matrix[k + 1 :, k], matrix[k, k + 1 :])
    return ms.Tensor(factors), ms.Tensor(pivots)
