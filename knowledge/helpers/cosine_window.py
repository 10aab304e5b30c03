import mindspore as ms
import numpy as np


def cosine_window(length, sym=True, dtype=ms.float32) -> ms.Tensor:
    """Half a wave of the sine as a window of shape (length,), symmetric or periodic.

    Equals torch.signal.windows.cosine.
    """
    period = length if sym or length == 1 else length + 1
    return ms.Tensor(np.sin(np.pi * (np.arange(length) + 0.5) / period), dtype)
