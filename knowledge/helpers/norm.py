import mindspore as ms
from mindspore import ops


def norm(input, p="fro", dim=None, keepdim=False, out=None, dtype=None) -> ms.Tensor:
    """The p-norm of the vectors along dim, or of all values; 2 stands for "fro" and None.

    Equals torch.norm, its gradient of zeros included: that of ops.vector_norm is nan.
    """
    if p == "nuc" or out is not None:
        raise NotImplementedError("norm has no nuclear norm and no out")
    order = 2 if p in ("fro", None) else p
    axis = tuple(dim) if isinstance(dim, list) else dim
    values = input if dtype is None else input.astype(dtype)
    values = ops.ComplexAbs()(values) if values.is_complex() else values
    zeros = (values == 0).all(axis=axis, keep_dims=True).astype(values.dtype)
    lengths = ops.vector_norm(values + zeros, order, axis=axis, keepdims=True) * (1 - zeros)
    if keepdim:
        return lengths
    return lengths.reshape(()) if axis is None else lengths.squeeze(axis)
