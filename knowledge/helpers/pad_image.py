import mindspore as ms
import numpy as np
import PIL.Image
import PIL.ImageOps
from mindspore import ops


def pad_image(img, padding, fill=0, padding_mode="constant"):
    """A PIL image or a tensor (..., height, width) with a border.

    padding is one number, (sides, top and bottom) or (left, top, right, bottom); padding_mode is
    "constant", "edge", "reflect" or "symmetric". Equals torchvision.transforms.functional.pad.
    """
    pads = (padding,) if isinstance(padding, int) else tuple(padding)
    left, top, right, bottom = pads * (4 // len(pads))
    if min(left, top, right, bottom) < 0:
        raise NotImplementedError("a border of negative width")
    image = isinstance(img, PIL.Image.Image)
    fill = 0 if fill is None else fill
    several = isinstance(fill, (list, tuple))
    fill = fill[0] if several and len(fill) == 1 else fill
    if padding_mode == "constant" and image:
        bands = len(img.getbands())
        color = tuple(fill) if isinstance(fill, (list, tuple)) else (fill,) * bands
        border = (left, top, right, bottom)
        return PIL.ImageOps.expand(img, border, fill=color if bands > 1 else color[0])
    if padding_mode == "constant":
        shape = (*img.shape[:-2], img.shape[-2] + top + bottom, img.shape[-1] + left + right)
        color = np.reshape(fill, (-1, 1, 1)) if isinstance(fill, (list, tuple)) else fill
        color = np.broadcast_to(np.asarray(color), shape).astype(ms.dtype_to_nptype(img.dtype))
        border = ms.Tensor(np.ascontiguousarray(color))
        bottom, right = shape[-2] - bottom, shape[-1] - right
        img = ops.cat((border[..., top:bottom, :left], img, border[..., top:bottom, right:]), -1)
        return ops.cat((border[..., :top, :], img, border[..., bottom:, :]), -2)
    if image:
        array = np.asarray(img)
        sides = [(top, bottom), (left, right)] + [(0, 0)] * (array.ndim - 2)
        return PIL.Image.fromarray(np.pad(array, sides, padding_mode))
    for axis, before, after in ((-2, top, bottom), (-1, left, right)):
        index = np.pad(np.arange(img.shape[axis]), (before, after), padding_mode)
        img = ops.gather(img, ms.Tensor(index), img.ndim + axis)
    return img
