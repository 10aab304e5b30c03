import mindspore as ms
from mindspore import ops


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None) -> ms.Tensor:
    """The p-norm of the vectors along dim, or of all values; 2 stands for "fro" and None.

    Equals torch.norm.
    """
    if p == "nuc" or out is not None:
        raise NotImplementedError("norm has no nuclear norm and no out")
    order = 2 if p in ("fro", None) else p
    axis = tuple(dim) if isinstance(dim, list) else dim
    return ops.vector_norm(input, order, axis=axis, keepdims=keepdim, dtype=dtype)
