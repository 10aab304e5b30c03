import mindspore as ms
import numpy as np


def poisson(input) -> ms.Tensor:
    """Draw a number of each Poisson distribution whose rate input tells; NumPy draws them.

    Equals torch.poisson in distribution.
    """
    return ms.tensor(np.random.poisson(input.asnumpy())).astype(input.dtype)
