import mindspore as ms
import mindspore.dataset.vision as vision
import numpy as np
from helper import mixed_pixels
from mindspore import ops


def resize_tensor(
    img,
    size,
    interpolation=vision.Inter.BILINEAR,
    max_size=None,
    antialias=True,
    fixed_point=False,
) -> ms.Tensor:
    """A tensor (..., H, W) at another size: (height, width), or one number for its shorter side.

    Equals torchvision.transforms.functional.resize of tensors; with fixed_point bytes are computed
    as transforms.v2 does on the CPU.
    """
    old = img.shape[-2:]
    new = (size,) if isinstance(size, int) else tuple(size)
    if len(new) == 1:
        short, long = new[0], int(new[0] * max(old) / min(old))
        if max_size is not None and long > max_size:
            short, long = int(max_size * short / long), max_size
        new = (long, short) if old[1] <= old[0] else (short, long)
    if new == old:
        return img
    if interpolation not in (vision.Inter.BILINEAR, vision.Inter.BICUBIC):
        if interpolation not in (vision.Inter.NEAREST, "nearest-exact"):
            raise NotImplementedError("interpolation of a tensor", interpolation)
        # The exact one takes the pixel's middle, as Pillow does.
        middle = np.float32(0.5 if interpolation == "nearest-exact" else 0)
        for axis in (-2, -1):
            step = np.float32(old[axis]) / np.float32(new[axis])
            index = np.floor((np.arange(new[axis], dtype=np.float32) + middle) * step)
            index = ms.Tensor(index.astype(np.int32).clip(0, old[axis] - 1))
            img = ops.gather(img, index, img.ndim + axis)
        return img
    if not antialias and interpolation == vision.Inter.BICUBIC:
        raise NotImplementedError("bicubic interpolation without antialias")

    def weights(axis):
        scale = old[axis] / new[axis]
        middles = (np.arange(new[axis]) + 0.5)[:, None] * scale
        if not antialias:
            middles = middles.clip(0.5, old[axis] - 0.5)
        wide = max(scale, 1.0) if antialias else 1.0
        far = np.abs((np.arange(old[axis]) + 0.5 - middles) / wide)
        found = (1 - far).clip(0)
        if interpolation == vision.Inter.BICUBIC:
            near = (1.5 * far - 2.5) * far**2 + 1
            rest = ((-0.5 * far + 2.5) * far - 4) * far + 2
            found = np.where(far < 1, near, np.where(far < 2, rest, 0))
        return found / found.sum(1, keepdims=True)

    return mixed_pixels(img, weights(0), weights(1), fixed_point)
