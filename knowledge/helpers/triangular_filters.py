import mindspore as ms
import numpy as np


def triangular_filters(frequencies, corners) -> ms.Tensor:
    """Triangles over frequencies (F,): the i-th rises from corners[i] to 1 and falls to corners[i + 2].

    Returns float32 (F, len(corners) - 2).
    """
    widths = np.diff(corners)
    distances = frequencies[:, None] - corners
    rising, falling = distances[:, :-2] / widths[:-1], -distances[:, 2:] / widths[1:]
    return ms.Tensor(np.maximum(0, np.minimum(rising, falling)), ms.float32)
