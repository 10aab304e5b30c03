import mindspore as ms
import numpy as np


def general_cosine(length, a, sym=True, dtype=ms.float32) -> ms.Tensor:
    """A window of shape (length,): the sum of cosines with the weights a, of alternating sign.

    Equals torch.signal.windows.general_cosine: symmetric, or periodic with sym=False.
    """
    if length == 1:
        return ms.Tensor([1], dtype)
    phase = np.arange(length) * 2 * np.pi / (length - 1 if sym else length)
    window = sum((-1) ** i * weight * np.cos(i * phase) for i, weight in enumerate(a))
    return ms.Tensor(window, dtype)
