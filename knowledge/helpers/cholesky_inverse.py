import mindspore as ms
from mindspore import ops


def cholesky_inverse(L, upper=False) -> ms.Tensor:
    """The inverse of L @ L^T, or of L^T @ L with upper.

    Equals torch.cholesky_inverse.
    """
    whole = L.swapaxes(-1, -2) if upper else L
    if L.is_complex():
        lower = ops.tril(ops.ones(L.shape[-2:], ms.float32)) > 0
        factor = ops.where(lower, whole, ops.zeros_like(L))
        factor, other = (factor, factor.swapaxes(-1, -2).conj())
        factor, other = (factor.conj(), other.conj()) if upper else (factor, other)
    else:
        factor = whole.tril()
        other = factor.swapaxes(-1, -2)
    unit = ops.zeros_like(L) + ops.eye(L.shape[-1], dtype=L.dtype)
    return ops.matrix_solve(ops.matmul(factor, other), unit)
