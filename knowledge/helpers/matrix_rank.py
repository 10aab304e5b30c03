import mindspore as ms
import numpy as np


def matrix_rank(input, *, atol=None, rtol=None, hermitian=False) -> ms.Tensor:
    """The number of singular values above atol and above rtol times the greatest.

    Equals torch.linalg.matrix_rank.
    """
    matrix = input.asnumpy()
    if hermitian:
        sizes = np.abs(np.linalg.eigvalsh(matrix))
    else:
        sizes = np.linalg.svd(matrix, compute_uv=False)
    if rtol is None:
        least = max(matrix.shape[-2:]) * np.finfo(matrix.dtype).eps
        rtol = least if atol is None else np.where(np.asarray(atol) > 0, 0.0, least)
    rtol = rtol.asnumpy() if isinstance(rtol, ms.Tensor) else np.asarray(rtol)
    atol = atol.asnumpy() if isinstance(atol, ms.Tensor) else np.asarray(atol or 0.0)
    limit = np.maximum(atol, rtol * sizes.max(-1, initial=0.0))
    return ms.Tensor((sizes > limit[..., None]).sum(-1), ms.int64)
