import mindspore as ms
import numpy as np


def eigvalsh(input, UPLO="L") -> ms.Tensor:
    """The eigenvalues of symmetric or Hermitian matrices, in rising order; through NumPy.

    Equals torch.linalg.eigvalsh.
    """
    return ms.Tensor(np.linalg.eigvalsh(input.asnumpy(), UPLO))
