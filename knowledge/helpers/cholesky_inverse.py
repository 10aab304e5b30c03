import mindspore as ms
from mindspore import ops


def cholesky_inverse(L, upper=False) -> ms.Tensor:
    """The inverse of L @ L^T, or of L^T @ L with upper.

    Equals torch.cholesky_inverse.
    """
    factor = L.triu().swapaxes(-1, -2) if upper else L.tril()
    other = factor.swapaxes(-1, -2)
    if L.is_complex():
        factor, other = (factor.conj(), other) if upper else (factor, other.conj())
    unit = ops.zeros_like(L) + ops.eye(L.shape[-1], dtype=L.dtype)
    return ops.matrix_solve(ops.matmul(factor, other), unit)
