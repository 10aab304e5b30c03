import mindspore as ms
import numpy as np
from mindspore import ops


def householder_product(input, tau) -> ms.Tensor:
    """The first columns of the product of Householder's reflections, one after the other.

    Equals torch.linalg.householder_product.
    """
    rows, columns = input.shape[-2:]
    below = input * ms.Tensor(np.tri(rows, columns, -1), input.dtype)
    below = below + ms.Tensor(np.eye(rows, columns), input.dtype)
    start = np.broadcast_to(np.eye(rows, columns), input.shape)
    result = ms.Tensor(start.copy(), input.dtype)
    for k in reversed(range(tau.shape[-1])):
        vector = below[..., :, k : k + 1]
        turned = vector.swapaxes(-1, -2)
        turned = turned.conj() if turned.is_complex() else turned
        factor = tau[..., k : k + 1].expand_dims(-1)
        result = result - factor * ops.matmul(vector, ops.matmul(turned, result))
    return result
