import mindspore as ms
import numpy as np


def ormqr(input, tau, other, left=True, transpose=False) -> ms.Tensor:
    """Q @ other, or other @ Q, for the Q of Householder's reflections; through NumPy.

    With transpose, for its conjugate transpose. Equals torch.ormqr.
    """
    vectors, factors = input.asnumpy(), tau.asnumpy()
    rows = vectors.shape[-2]
    product = np.broadcast_to(np.eye(rows, dtype=vectors.dtype), (*vectors.shape[:-1], rows))
    for k in reversed(range(factors.shape[-1])):
        vector = np.tril(vectors, -1)[..., :, k : k + 1].copy()
        vector[..., k, :] = 1
        factor = factors[..., k, None, None]
        product = product - factor * vector @ (vector.conj().swapaxes(-1, -2) @ product)
    product = product.conj().swapaxes(-1, -2) if transpose else product
    matrix = other.asnumpy()
    return ms.Tensor(product @ matrix if left else matrix @ product)
