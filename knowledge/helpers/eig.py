import mindspore as ms
import numpy as np


def eig(input):
    """The complex eigenvalues and eigenvectors of square matrices; through NumPy.

    Equals torch.linalg.eig; the order and the scale of the vectors are those of LAPACK.
    """
    values, vectors = np.linalg.eig(input.asnumpy())
    kind = np.result_type(input.asnumpy().dtype, np.complex64)
    return ms.Tensor(values.astype(kind)), ms.Tensor(vectors.astype(kind))
