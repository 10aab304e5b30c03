import mindspore as ms
from mindspore import ops


def cholesky(input, upper=False) -> ms.Tensor:
    """L of L @ L^H for positive definite matrices, or its conjugate transpose; column by column.

    Equals torch.linalg.cholesky; a matrix that is not positive definite gives nan, torch an error.
    """
    size = input.shape[-1]
    # The lower triangle tells the values; gradients go to both, as in torch.
    other = input.swapaxes(-1, -2)
    half = (input + (other.conj() if other.is_complex() else other)) / 2
    matrix = half + ops.stop_gradient(input - half)
    rows = ops.arange(size)
    factor = ops.zeros_like(input)
    for k in range(size):
        column = matrix[..., :, k]
        if k > 0:
            row = factor[..., k : k + 1, :]
            row = row.conj() if row.is_complex() else row
            column = column - (factor * row).sum(-1)
        column = column / ops.sqrt(column[..., k : k + 1])
        column = ops.where(rows >= k, column, ops.zeros_like(column))
        factor = factor + column.expand_dims(-1) * (rows == k).astype(input.dtype)
    if not upper:
        return factor
    factor = factor.swapaxes(-1, -2)
    return factor.conj() if factor.is_complex() else factor
