import mindspore as ms
import numpy as np


def gaussian_window(length, std=1.0, sym=True, dtype=ms.float32) -> ms.Tensor:
    """A Gaussian window of shape (length,), symmetric or, with sym=False, periodic.

    Equals torch.signal.windows.gaussian.
    """
    center = (length if not sym and length > 1 else length - 1) / 2
    return ms.Tensor(np.exp(-(((np.arange(length) - center) / std) ** 2) / 2), dtype)
