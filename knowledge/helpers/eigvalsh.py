import mindspore as ms
import numpy as np
from mindspore import ops


def eigvalsh(input, UPLO="L") -> ms.Tensor:
    """The eigenvalues of symmetric matrices, in ascending order. Equals torch.linalg.eigvalsh.

    NumPy computes them; the gradient of each is that of v^T A v with its eigenvector v.
    """
    values, vectors = np.linalg.eigh(input.asnumpy(), UPLO)
    if not input.size:
        return ms.Tensor(values)
    v = ms.Tensor(vectors)
    through = (v.conj() * ops.matmul(input, v)).sum(-2)
    if through.is_complex():
        through = ops.real(through)
    return ms.Tensor(values) + (through - ops.stop_gradient(through))
