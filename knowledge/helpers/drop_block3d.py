import mindspore as ms
import numpy as np


def drop_block3d(input, p, block_size, inplace=False, eps=1e-06, training=True) -> ms.Tensor:
    """input (N, C, D, H, W) with cubes of block_size set to 0, and the rest made greater.

    Equals torchvision.ops.drop_block3d; the input itself stays as it is. The cubes come from
    numpy.
    """
    if not 0 <= p <= 1:
        raise ValueError(f"drop probability has to be between 0 and 1, but got {p}.")
    if not training or p == 0:
        return input
    n, c, d, h, w = input.shape
    size = min(block_size, d, h, w)
    if size % 2 == 0:
        raise ValueError(f"block size should be odd. Got {size} which is even.")
    deep, high, wide = d - size + 1, h - size + 1, w - size + 1
    gamma = p * d * h * w / (size**3 * deep * high * wide)
    corners = np.random.random_sample((n, c, deep, high, wide)) < gamma
    dropped = np.zeros(input.shape, bool)
    for far, down, across in np.ndindex(size, size, size):
        box = np.s_[:, :, far : far + deep, down : down + high, across : across + wide]
        dropped[box] |= corners
    kept = ms.Tensor(~dropped).astype(input.dtype)
    return input * kept * (dropped.size / (eps + float((~dropped).sum())))
