import mindspore as ms
import numpy as np
import PIL.Image


def save_grid(grid: ms.Tensor, fp, format=None):
    """Write an image (channels, height, width) of floats from 0 to 1 to a path or an open file.

    Equals torchvision.utils.save_image of one image; make_grid makes one of several.
    """
    pixels = (grid.asnumpy() * 255 + 0.5).clip(0, 255).astype(np.uint8)
    PIL.Image.fromarray(pixels.transpose(1, 2, 0)).save(fp, format=format)
