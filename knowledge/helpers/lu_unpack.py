import mindspore as ms
import numpy as np
from mindspore import ops


def lu_unpack(LU_data, LU_pivots, unpack_data=True, unpack_pivots=True):
    """P, L and U of P @ L @ U = A out of what lu_factor gives; what is not wanted is empty.

    Equals torch.lu_unpack.
    """
    none = ops.zeros((0,), LU_data.dtype)
    rows, columns = LU_data.shape[-2:]
    count = min(rows, columns)
    lower, upper = none, none
    if unpack_data:
        below = ms.Tensor(np.tri(rows, count, -1), LU_data.dtype)
        lower = LU_data[..., :count] * below + ms.Tensor(np.eye(rows, count), LU_data.dtype)
        upper = LU_data[..., :count, :] * ms.Tensor(np.tri(columns, count).T, LU_data.dtype)
    if not unpack_pivots:
        return none, lower, upper
    swaps = LU_pivots.asnumpy() - 1
    order = np.broadcast_to(np.arange(rows), (*swaps.shape[:-1], rows)).copy()
    for place in range(swaps.shape[-1]):
        other = swaps[..., place : place + 1]
        taken = np.take_along_axis(order, other, -1)
        np.put_along_axis(order, other, order[..., place : place + 1], -1)
        order[..., place : place + 1] = taken
    permutation = np.swapaxes(np.eye(rows)[order], -1, -2)
    return ms.Tensor(permutation).astype(LU_data.dtype), lower, upper
