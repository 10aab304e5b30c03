import mindspore as ms
import numpy as np


def bartlett(length, sym=True, dtype=ms.float32) -> ms.Tensor:
    """A triangular window of shape (length,), symmetric or, with sym=False, periodic.

    Equals torch.signal.windows.bartlett.
    """
    window = np.bartlett(length) if sym or length == 1 else np.bartlett(length + 1)[:-1]
    return ms.Tensor(window, dtype)
