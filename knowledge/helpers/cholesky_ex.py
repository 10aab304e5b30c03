import mindspore as ms
import numpy as np
from helper import cholesky


def cholesky_ex(A, *, upper=False, check_errors=False):
    """L of L @ L^H for positive definite matrices, and the order (int32) of the first leading minor
    that is not positive, 0 where there is none.

    Equals torch.linalg.cholesky_ex; what L holds where it failed is nan.
    """
    factor = cholesky(A, upper) if A.size else A
    failed = np.isnan(factor.asnumpy()).diagonal(axis1=-2, axis2=-1)
    info = np.where(failed.any(-1), failed.argmax(-1) + 1 if failed.size else 0, 0)
    if check_errors and info.any():
        raise RuntimeError(f"The input is not positive-definite: {info}")
    return factor, ms.Tensor(info.astype(np.int32))
