import mindspore as ms
import numpy as np


def bincount(input, weights, minlength=0) -> ms.Tensor:
    """The sum of the weights of each number in input, in float32 if they are, else in float64.

    Equals torch.bincount with weights; NumPy counts.
    """
    values = weights.asnumpy()
    kind = np.float32 if values.dtype == np.float32 else np.float64
    return ms.tensor(np.bincount(input.asnumpy(), values, minlength).astype(kind))
