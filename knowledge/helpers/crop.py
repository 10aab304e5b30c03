import mindspore as ms
from mindspore import ops


def crop(img, top, left, height, width):
    """The part of a PIL image, or of a tensor (..., H, W), with zeros outside of it.

    Equals torchvision.transforms.functional.crop.
    """
    if not isinstance(img, ms.Tensor):
        return img.crop((left, top, left + width, top + height))
    row, column = max(-top, 0), max(-left, 0)  # where the image begins in what is cut out
    part = img[..., top + row : max(top + height, 0), left + column : max(left + width, 0)]
    if part.shape[-2:] == (height, width):
        return part
    found = ops.zeros((*img.shape[:-2], height, width), img.dtype)
    if part.size:
        rows, columns = row + part.shape[-2], column + part.shape[-1]
        found[..., row:rows, column:columns] = part
    return found
