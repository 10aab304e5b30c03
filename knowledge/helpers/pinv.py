import mindspore as ms
import numpy as np
from mindspore import ops


def pinv(input, rcond=None, hermitian=False, *, atol=None, rtol=None) -> ms.Tensor:
    """The pseudoinverse of the matrices in the last two axes. Equals torch.linalg.pinv.

    NumPy computes it; the gradient is that of the pseudoinverse where the rank stays the same.
    """
    matrix = input.asnumpy()
    if hermitian:
        lower = np.tril(matrix, -1)
        matrix = np.tril(matrix) + lower.conj().swapaxes(-1, -2)
    u, s, vh = np.linalg.svd(matrix, full_matrices=False)
    greatest = s[..., :1] if s.shape[-1] else 0

    def given(bound):
        value = bound.asnumpy() if isinstance(bound, ms.Tensor) else np.asarray(bound)
        return value[..., None] if value.ndim else value

    relative = rcond if rtol is None else rtol
    absolute = 0 if atol is None else given(atol)
    default = 0 if atol is not None else max(matrix.shape[-2:]) * np.finfo(matrix.dtype).eps
    cutoff = np.maximum(absolute, greatest * (default if relative is None else given(relative)))
    factor = np.where(s > cutoff, 1 / np.where(s > cutoff, s, 1), 0).astype(s.dtype)
    result = (vh.conj().swapaxes(-1, -2) * factor[..., None, :]) @ u.conj().swapaxes(-1, -2)
    inverse = ms.Tensor(np.ascontiguousarray(result.astype(matrix.dtype)))
    if input.is_complex() or not input.size:
        return inverse
    change = input - ops.stop_gradient(input)  # nothing but its gradient
    turned, back = inverse.swapaxes(-1, -2), change.swapaxes(-1, -2)
    left = back - ops.matmul(ops.matmul(back, ms.Tensor(matrix)), inverse)
    right = back - ops.matmul(ops.matmul(inverse, ms.Tensor(matrix)), back)
    through = ops.matmul(ops.matmul(inverse, turned), left)
    through += ops.matmul(ops.matmul(right, turned), inverse)
    return inverse + through - ops.matmul(ops.matmul(inverse, change), inverse)
