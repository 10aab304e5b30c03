import mindspore as ms
import numpy as np


def exponential_window(length, center=None, tau=1.0, sym=True, dtype=ms.float32) -> ms.Tensor:
    """A window of shape (length,) that falls exponentially on both sides of its center.

    Equals torch.signal.windows.exponential.
    """
    if center is None:
        center = (length if not sym and length > 1 else length - 1) / 2
    return ms.Tensor(np.exp(-np.abs(np.arange(length) - center) / tau), dtype)
