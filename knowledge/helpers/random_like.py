import mindspore as ms
import numpy as np


def random_like(input, low, high) -> ms.Tensor:
    """Draw whole numbers from low up to, and without, high, in the shape and dtype of input.

    Equals input.random_(low, high) of torch, for an input that was made for it.
    """
    return ms.tensor(np.random.randint(low, high, input.shape)).astype(input.dtype)
