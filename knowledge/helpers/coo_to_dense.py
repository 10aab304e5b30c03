import mindspore as ms
from mindspore import ops


def coo_to_dense(indices, values, size=None, dtype=None):
    """The dense tensor of shape size that has values at indices (axes, entries), else zeros.

    What stands twice is added up. Has the values of torch.sparse_coo_tensor(...).to_dense().
    """
    indices = indices if isinstance(indices, ms.Tensor) else ms.Tensor(indices, ms.int64)
    values = values if isinstance(values, ms.Tensor) else ms.Tensor(values)
    values = values if dtype is None else values.astype(dtype)
    if size is None:
        size = (*(int(i) + 1 for i in indices.max(axis=1)), *values.shape[1:])
    return ops.scatter_nd(indices.T, values, tuple(int(i) for i in size))
