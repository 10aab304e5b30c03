import mindspore as ms
import numpy as np
from mindspore import ops


def region_means(input, maps, rows, columns) -> ms.Tensor:
    """Sums over regions of feature maps (N, C, H, W), each with shares of its own: (K, C, h, w).

    maps (K) says which map a region is of, rows (K, h, H) and columns (K, w, W) how much of each
    row and column is in each bin. These are numpy's; gradients go to input.
    """
    channels, height, width = input.shape[1:]
    high, wide = rows.shape[1], columns.shape[1]
    found = []
    for index in range(input.shape[0]):
        mine = maps == index
        if not mine.any():
            continue
        count = int(mine.sum())
        left = ms.Tensor(rows[mine].reshape(-1, height), input.dtype)
        pixels = input[index].swapaxes(0, 1).reshape(height, channels * width)
        read = ops.matmul(left, pixels).reshape(count, high * channels, width)
        read = ops.bmm(read, ms.Tensor(columns[mine].swapaxes(1, 2), input.dtype))
        found.append(read.reshape(count, high, channels, wide).swapaxes(1, 2))
    if not found:
        return ops.zeros((0, channels, high, wide), input.dtype)
    order = np.argsort(np.argsort(maps, kind="stable"), kind="stable")
    return ops.cat(found)[ms.Tensor(order)]
