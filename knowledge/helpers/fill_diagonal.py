import mindspore as ms
import numpy as np


def fill_diagonal(input, fill_value, wrap=False) -> ms.Tensor:
    """A copy of input with fill_value on its diagonal, which begins anew below it if wrap is set.

    Equals input.fill_diagonal_ of torch, for an input that was made for it.
    """
    mask = np.zeros(input.shape, dtype=bool)
    np.fill_diagonal(mask, True, wrap=wrap)
    return input.masked_fill(ms.tensor(mask), ms.tensor(fill_value, dtype=input.dtype))
