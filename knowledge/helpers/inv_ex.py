import mindspore as ms
from mindspore import ops


def inv_ex(A, *, check_errors=False):
    """The inverse of square matrices, and zeros (int32): a singular matrix is an error.

    Equals torch.linalg.inv_ex for matrices that have an inverse.
    """
    unit = ops.zeros_like(A) + ops.eye(A.shape[-1], dtype=A.dtype)
    return ops.matrix_solve(A, unit), ops.zeros(A.shape[:-2], ms.int32)
