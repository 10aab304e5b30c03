import mindspore as ms
import numpy as np
from mindspore import ops


def eigh(input, UPLO="L"):
    """The eigenvalues, in ascending order, and eigenvectors of symmetric or Hermitian matrices.

    Equals torch.linalg.eigh but for the signs of the vectors. NumPy computes the values; the
    gradient is that of different eigenvalues.
    """
    values, vectors = (ms.Tensor(part) for part in np.linalg.eigh(input.asnumpy(), UPLO))
    if not input.size or input.is_complex():
        return values, vectors
    change = input - ops.stop_gradient(input)  # nothing but its gradient
    change = (change + change.swapaxes(-1, -2)) / 2
    inner = ops.matmul(ops.matmul(vectors.swapaxes(-1, -2), change), vectors)
    gaps = values.asnumpy()[..., None, :] - values.asnumpy()[..., :, None]
    unit = np.eye(gaps.shape[-1], dtype=gaps.dtype)
    factors = ms.Tensor((1 - unit) / (gaps + unit))
    return (
        values + ops.diagonal(inner, 0, -2, -1),
        vectors + ops.matmul(vectors, inner * factors),
    )
