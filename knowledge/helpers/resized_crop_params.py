import math

import numpy as np
import PIL.Image


def resized_crop_params(img, scale, ratio) -> tuple:
    """A box for a crop that is resized afterwards, drawn at random: top, left, height, width.

    scale bounds its part of the image's area, ratio its width by its height; img is a PIL image or a
    tensor (..., h, w). Equals torchvision.transforms.RandomResizedCrop.get_params; numpy draws.
    """
    wide, high = img.size if isinstance(img, PIL.Image.Image) else img.shape[:-3:-1]
    for _ in range(10):
        area = wide * high * np.random.uniform(*scale)
        aspect = math.exp(np.random.uniform(*np.log(ratio)))
        width, height = round(math.sqrt(area * aspect)), round(math.sqrt(area / aspect))
        if 0 < width <= wide and 0 < height <= high:
            top, left = np.random.randint(high - height + 1), np.random.randint(wide - width + 1)
            return top, left, height, width
    width, height = min(wide, round(high * max(ratio))), min(high, round(wide / min(ratio)))
    return (high - height) // 2, (wide - width) // 2, height, width
