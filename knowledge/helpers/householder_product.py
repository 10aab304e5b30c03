import mindspore as ms
import numpy as np


def householder_product(input, tau) -> ms.Tensor:
    """The first columns of the product of Householder's reflections; through NumPy.

    Equals torch.linalg.householder_product.
    """
    vectors, factors = input.asnumpy(), tau.asnumpy()
    rows, columns = vectors.shape[-2:]
    result = np.broadcast_to(np.eye(rows, columns, dtype=vectors.dtype), vectors.shape).copy()
    for k in reversed(range(factors.shape[-1])):
        vector = np.tril(vectors, -1)[..., :, k : k + 1].copy()
        vector[..., k, :] = 1
        factor = factors[..., k, None, None]
        result -= factor * vector @ (vector.conj().swapaxes(-1, -2) @ result)
    return ms.Tensor(result)
