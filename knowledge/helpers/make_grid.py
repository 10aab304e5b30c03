import mindspore as ms
import numpy as np


def make_grid(
    tensor,
    nrow=8,
    padding=2,
    normalize=False,
    value_range=None,
    scale_each=False,
    pad_value=0.0,
) -> ms.Tensor:
    """Images (n, channels, h, w), or a list of images, as one image with nrow of them in a row.

    It goes through numpy and has no gradient. Equals torchvision.utils.make_grid.
    """
    if isinstance(tensor, list):
        images = np.stack([image.asnumpy() for image in tensor])
    else:
        images = tensor.asnumpy()
    images = images.reshape((1,) * (4 - images.ndim) + images.shape)
    if images.shape[1] == 1:
        images = images.repeat(3, axis=1)
    if normalize:
        scaled = []
        for part in images if scale_each else [images]:
            low, high = value_range or (float(part.min()), float(part.max()))
            scaled.append((part.clip(low, high) - low) / max(high - low, 1e-5))
        images = np.stack(scaled) if scale_each else scaled[0]
    count, channels, height, width = images.shape
    if count == 1:
        return ms.Tensor(images[0])
    columns = min(nrow, count)
    rows = -(-count // columns)
    down, right = height + padding, width + padding
    shape = (channels, down * rows + padding, right * columns + padding)
    grid = np.full(shape, pad_value, images.dtype)
    for index, image in enumerate(images):
        top, left = index // columns * down + padding, index % columns * right + padding
        grid[:, top : top + height, left : left + width] = image
    return ms.Tensor(grid)
