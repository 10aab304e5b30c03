import mindspore as ms
import numpy as np


def cholesky_ex(A, *, upper=False, check_errors=False):
    """L of L @ L^H for positive definite matrices, and zeros (int32); through NumPy.

    Equals torch.linalg.cholesky_ex for positive definite matrices; others are an error.
    """
    factor = np.linalg.cholesky(A.asnumpy())
    factor = factor.conj().swapaxes(-1, -2) if upper else factor
    info = np.zeros(A.shape[:-2], np.int32)
    return ms.Tensor(np.ascontiguousarray(factor)), ms.Tensor(info)
