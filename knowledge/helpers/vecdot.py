import mindspore as ms
from mindspore import ops


def vecdot(x, y, *, dim=-1) -> ms.Tensor:
    """The dot products of vectors along dim, the first ones conjugated.

    Equals torch.linalg.vecdot.
    """
    products = (x.conj() if x.is_complex() else x) * y
    if not products.size:  # MindSpore 2.10's sum of nothing is not 0 on CPU
        axis = dim % products.ndim
        shape = products.shape[:axis] + products.shape[axis + 1 :]
        return ops.zeros(shape, dtype=products.dtype)
    return products.sum(dim)
