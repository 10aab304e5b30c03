import mindspore as ms
import numpy as np


def svdvals(input) -> ms.Tensor:
    """The singular values, the greatest first; through NumPy.

    Equals torch.linalg.svdvals.
    """
    return ms.Tensor(np.linalg.svd(input.asnumpy(), compute_uv=False))
