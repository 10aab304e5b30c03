import mindspore as ms
import mindspore.dataset.vision as vision
import numpy as np
from mindspore import ops


def warp_tensor(img, columns, rows, interpolation=None, fill=None) -> ms.Tensor:
    """A tensor (..., H, W) taken at other places: columns and rows of pixels, arrays (h, w).

    What lies outside is 0, or fill: one number, or one for each channel.
    """
    if interpolation not in (None, vision.Inter.NEAREST, vision.Inter.BILINEAR):
        raise NotImplementedError("interpolation of a tensor", interpolation)
    floating = img.dtype in (ms.float16, ms.float32, ms.float64)
    kind = ms.dtype_to_nptype(img.dtype) if floating else np.float32
    height, width = img.shape[-2:]
    flat = (img if floating else img.astype(ms.float32)).reshape(*img.shape[:-2], -1)
    corners = [(np.rint(rows), np.rint(columns), np.ones_like(rows))]
    if interpolation == vision.Inter.BILINEAR:
        top, left = np.floor(rows), np.floor(columns)
        down, right = rows - top, columns - left
        corners = [(top, left, (1 - down) * (1 - right)), (top, left + 1, (1 - down) * right)]
        corners += [(top + 1, left, down * (1 - right)), (top + 1, left + 1, down * right)]
    found, mask = 0, 0
    for row, column, weight in corners:
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        weight = np.where(inside, weight, 0).astype(kind)
        index = row.clip(0, height - 1) * width + column.clip(0, width - 1)
        taken = ops.gather(flat, ms.Tensor(index.astype(np.int32)), flat.ndim - 1)
        found, mask = found + taken * ms.Tensor(weight), mask + weight
    if fill is not None:
        color = np.reshape(np.asarray(fill, kind), (-1, 1, 1))
        if interpolation == vision.Inter.BILINEAR:
            # torchvision takes what the border has lost of the image twice
            found = found * ms.Tensor(mask)
        found = found + ms.Tensor((1 - mask) * color)
    return found if floating else ops.round(found).astype(img.dtype)
