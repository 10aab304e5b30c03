import mindspore as ms
import numpy as np


def kaiser(length, beta=12.0, sym=True, dtype=ms.float32) -> ms.Tensor:
    """A Kaiser window of shape (length,), symmetric or, with sym=False, periodic.

    Equals torch.signal.windows.kaiser.
    """
    window = np.kaiser(length, beta) if sym or length == 1 else np.kaiser(length + 1, beta)[:-1]
    return ms.Tensor(window, dtype)
