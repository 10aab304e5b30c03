import mindspore as ms
import numpy as np
from helper import drawing_colors


def draw_segmentation_masks(image, masks, alpha=0.8, colors=None) -> ms.Tensor:
    """An image (3, h, w) of uint8, or of floats from 0 to 1, with bool masks (n, h, w) over it.

    It goes through numpy and has no gradient. Equals torchvision.utils.draw_segmentation_masks.
    """
    shown = masks.asnumpy()
    shown = shown[None] if shown.ndim == 2 else shown
    if shown.dtype != bool or shown.shape[1:] != image.shape[1:]:
        raise ValueError("Masks are bool and of the image's size", masks.dtype, masks.shape)
    if len(shown) == 0:
        return image
    array = image.asnumpy()
    drawn = array.copy()
    for mask, color in zip(shown, drawing_colors(colors, len(shown)), strict=False):
        parts = np.array(color) if array.dtype == np.uint8 else np.array(color) / 255
        drawn[:, mask] = parts.astype(array.dtype)[:, None]
    drawn[:, shown.sum(0) > 1] = 0
    mixed = array.astype(np.float32) * (1 - alpha) + drawn.astype(np.float32) * alpha
    return ms.Tensor(mixed.astype(array.dtype))
