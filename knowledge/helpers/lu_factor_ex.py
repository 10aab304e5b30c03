import mindspore as ms
import numpy as np
from mindspore import ops


def lu_factor_ex(A, pivot=True, get_infos=True, check_errors=False):
    """L and U in one matrix, the row swaps, and with get_infos where U has its first 0, from 1.

    Equals torch.linalg.lu_factor_ex, with its gradient; without get_infos torch.lu. NumPy computes
    the values.
    """
    matrices = A.asnumpy()
    factors = matrices.copy()
    rows, columns = factors.shape[-2:]
    count = min(rows, columns)
    pivots = np.zeros((*factors.shape[:-2], count), np.int32)
    infos = np.zeros(factors.shape[:-2], np.int32)
    order = np.broadcast_to(np.arange(rows), factors.shape[:-1]).copy()
    for place in np.ndindex(factors.shape[:-2]):
        matrix = factors[place]
        for k in range(count):
            column = matrix[k:, k]
            row = k + int(np.argmax(np.abs(column.real) + np.abs(column.imag))) if pivot else k
            pivots[(*place, k)] = row + 1
            matrix[[k, row]] = matrix[[row, k]]
            order[place][[k, row]] = order[place][[row, k]]
            if matrix[k, k] != 0:
                matrix[k + 1 :, k] /= matrix[k, k]
            elif infos[place] == 0:
                infos[place] = k + 1
            matrix[k + 1 :, k + 1 :] -= np.outer(matrix[k + 1 :, k], matrix[k, k + 1 :])
    result = ms.Tensor(factors)
    if factors.size and not A.is_complex() and not infos.any():
        square = factors[..., :count, :count]
        lower, upper = np.tril(square, -1) + np.eye(count, dtype=square.dtype), np.triu(square)
        swaps = np.eye(rows, dtype=square.dtype)[order]
        change = ops.matmul(ms.Tensor(swaps), A - ops.stop_gradient(A))  # its gradient alone
        left, right = ms.Tensor(np.linalg.inv(lower)), ms.Tensor(np.linalg.inv(upper))
        lower, upper = ms.Tensor(lower), ms.Tensor(upper)
        inner = ops.matmul(ops.matmul(left, change[..., :count, :count]), right)
        below = ops.matmul(lower, inner.tril(-1))
        above = ops.matmul(inner.triu(), upper)
        moved = below + above
        if rows > columns:
            rest = change[..., count:, :] - ops.matmul(result[..., count:, :], above)
            moved = ops.concat((moved, ops.matmul(rest, right)), -2)
        elif columns > rows:
            rest = change[..., count:] - ops.matmul(below, result[..., count:])
            moved = ops.concat((moved, ops.matmul(left, rest)), -1)
        result = result + moved
    found = (result, ms.Tensor(pivots), ms.Tensor(infos))
    return found if get_infos else found[:2]
