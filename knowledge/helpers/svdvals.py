import mindspore as ms
import numpy as np
from mindspore import ops


def svdvals(input) -> ms.Tensor:
    """The singular values of matrices, in descending order. Equals torch.linalg.svdvals.

    NumPy computes them; the gradient of each is that of u^T A v with its singular vectors.
    """
    u, values, vh = (ms.Tensor(a) for a in np.linalg.svd(input.asnumpy(), full_matrices=False))
    if not input.size:
        return values
    through = (ops.matmul(u.conj().swapaxes(-2, -1), input) * vh.conj()).sum(-1)
    if through.is_complex():
        through = ops.real(through)
    return values + (through - ops.stop_gradient(through))
