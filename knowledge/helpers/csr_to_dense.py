import mindspore as ms
import numpy as np
from mindspore import ops


def csr_to_dense(crow_indices, col_indices, values, size, *, dtype=None) -> ms.Tensor:
    """Make a dense tensor of shape size, with values where col_indices says row by row.

    crow_indices says where each row begins. Stands for torch.sparse_csr_tensor.
    """
    as_array = [
        one.asnumpy() if isinstance(one, ms.Tensor) else np.asarray(one)
        for one in (crow_indices, col_indices)
    ]
    starts, columns = as_array
    rows = np.repeat(np.arange(len(starts) - 1), np.diff(starts))
    values = values if isinstance(values, ms.Tensor) else ms.tensor(values)
    values = values if dtype is None else values.astype(dtype)
    places = ms.Tensor(np.stack([rows, columns], 1).astype(np.int32))
    return ops.scatter_nd(places, values, tuple(size))
