import numpy as np
import PIL.Image


def elastic_transform(img, displacement, interpolation=None, fill=None) -> PIL.Image.Image:
    """A PIL image, each pixel of which is taken from a place beside it.

    displacement is a tensor (1, h, w, 2) of steps across and down, in halves of the width and the
    height. Equals torchvision.transforms.functional.elastic_transform of PIL images.
    """
    if not isinstance(img, PIL.Image.Image):
        raise TypeError("elastic_transform takes a PIL image", type(img))
    nearest = interpolation == PIL.Image.Resampling.NEAREST
    pixels = np.asarray(img).reshape(img.height, img.width, -1).astype(np.float32)
    steps = displacement.asnumpy()[0]
    x = np.arange(img.width) + steps[:, :, 0] * img.width / 2
    y = np.arange(img.height)[:, None] + steps[:, :, 1] * img.height / 2
    if nearest:
        x, y = np.rint(x), np.rint(y)
    left, top = np.floor(x), np.floor(y)
    found, cover = np.zeros_like(pixels), np.zeros((*pixels.shape[:2], 1), np.float32)
    for column, across in ((left, left + 1 - x), (left + 1, x - left)):
        for row, down in ((top, top + 1 - y), (top + 1, y - top)):
            inside = (column >= 0) & (column < img.width) & (row >= 0) & (row < img.height)
            weight = (across * down * inside)[:, :, None].astype(np.float32)
            rows = row.clip(0, img.height - 1).astype(int)
            columns = column.clip(0, img.width - 1).astype(int)
            found += weight * pixels[rows, columns]
            cover += weight
    if fill is not None and nearest:
        found = np.where(cover < 0.5, np.float32(fill), found)
    elif fill is not None:
        found = found * cover + (1 - cover) * np.float32(fill)
    return PIL.Image.fromarray(np.rint(found).astype(np.uint8).reshape(np.asarray(img).shape))
