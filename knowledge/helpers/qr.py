import mindspore as ms
import numpy as np


def qr(input, some=True):
    """Q and R of Q @ R, with some Q of as few columns as there must be; through NumPy.

    Equals torch.qr.
    """
    q, r = np.linalg.qr(input.asnumpy(), mode="reduced" if some else "complete")
    return ms.Tensor(q), ms.Tensor(r)
