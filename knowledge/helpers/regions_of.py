import mindspore as ms
import numpy as np


def regions_of(boxes) -> tuple[np.ndarray, np.ndarray]:
    """The index of the map of each box, (K), and the corners x1, y1, x2, y2, (K, 4).

    boxes are (K, 5), the index before the corners, or a list of (L, 4), one for each map.
    """
    if isinstance(boxes, ms.Tensor):
        return boxes.asnumpy()[:, 0].astype(int), boxes.asnumpy()[:, 1:]
    maps = np.repeat(np.arange(len(boxes)), [len(part) for part in boxes])
    return maps, np.concatenate([part.asnumpy() for part in boxes])
