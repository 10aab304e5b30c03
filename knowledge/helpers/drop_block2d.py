import mindspore as ms
import numpy as np


def drop_block2d(input, p, block_size, inplace=False, eps=1e-06, training=True) -> ms.Tensor:
    """input (N, C, H, W) with squares of block_size set to 0, and the rest made greater.

    Equals torchvision.ops.drop_block2d; the input itself stays as it is. The squares come from
    numpy.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"drop probability has to be between 0 and 1, but got {p}.")
    if not training or p == 0:
        return input
    n, c, h, w = input.shape
    size = min(block_size, w, h)
    if size % 2 == 0:
        raise ValueError(f"block size should be odd. Got {size} which is even.")
    high, wide = h - size + 1, w - size + 1
    corners = np.random.random_sample((n, c, high, wide)) < p * h * w / (size**2 * high * wide)
    dropped = np.zeros((n, c, h, w), bool)
    for down in range(size):
        for across in range(size):
            dropped[:, :, down : down + high, across : across + wide] |= corners
    kept = ms.Tensor(~dropped).astype(input.dtype)
    return input * kept * (dropped.size / (eps + float((~dropped).sum())))
