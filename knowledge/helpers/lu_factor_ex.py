import mindspore as ms
import numpy as np


def lu_factor_ex(A, pivot=True, get_infos=True, check_errors=False):
    """L and U in one matrix, the row swaps, and with get_infos where U has its first 0, from 1.

    Through NumPy. Equals torch.linalg.lu_factor_ex; without get_infos torch.lu.
    """
    factors = A.asnumpy().copy()
    count = min(factors.shape[-2:])
    pivots = np.zeros((*factors.shape[:-2], count), np.int32)
    infos = np.zeros(factors.shape[:-2], np.int32)
    for place in np.ndindex(factors.shape[:-2]):
        matrix = factors[place]
        for k in range(count):
            column = matrix[k:, k]
            row = k + int(np.argmax(np.abs(column.real) + np.abs(column.imag))) if pivot else k
            pivots[(*place, k)] = row + 1
            matrix[[k, row]] = matrix[[row, k]]
            if matrix[k, k] != 0:
                matrix[k + 1 :, k] /= matrix[k, k]
            elif infos[place] == 0:
                infos[place] = k + 1
            matrix[k + 1 :, k + 1 :] -= np.outer(matrix[k + 1 :, k], matrix[k, k + 1 :])
    found = (ms.Tensor(factors), ms.Tensor(pivots), ms.Tensor(infos))
    return found if get_infos else found[:2]
