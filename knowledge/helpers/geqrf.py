import mindspore as ms
import numpy as np


def geqrf(input):
    """R above the diagonal and Householder's vectors below it, and their factors; through NumPy.

    Equals torch.geqrf.
    """
    vectors, factors = np.linalg.qr(input.asnumpy(), mode="raw")
    return ms.Tensor(np.ascontiguousarray(vectors.swapaxes(-1, -2))), ms.Tensor(factors)
