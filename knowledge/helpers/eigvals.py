import mindspore as ms
import numpy as np


def eigvals(input) -> ms.Tensor:
    """The complex eigenvalues of square matrices; through NumPy.

    Equals torch.linalg.eigvals; their order is that of LAPACK.
    """
    matrix = input.asnumpy()
    return ms.Tensor(np.linalg.eigvals(matrix).astype(np.result_type(matrix.dtype, np.complex64)))
