import math

import mindspore as ms
import numpy as np
from mindspore import ops


def interpolate(
    input,
    size=None,
    scale_factor=None,
    mode="nearest",
    align_corners=None,
    recompute_scale_factor=None,
) -> ms.Tensor:
    """input (N, C, *sizes), resized with any mode of torch's.

    Of the nearest modes each axis is taken by its indices; of others it is multiplied by the matrix
    of its weights. Equals torch.nn.functional.interpolate without antialias; ops.interpolate takes
    another cubic, and computes the scale from the sizes.
    """
    nearest = mode in ("nearest", "nearest-exact")
    if not nearest and mode not in ("linear", "bilinear", "trilinear", "bicubic", "area"):
        raise NotImplementedError(f"interpolate has no mode {mode!r}")
    axes = input.ndim - 2
    lengths = input.shape[2:]
    if scale_factor is None:
        sizes = tuple(size) if isinstance(size, (tuple, list)) else (size,) * axes
        factors = (None,) * axes
    else:
        several = isinstance(scale_factor, (tuple, list))
        factors = tuple(scale_factor) if several else (scale_factor,) * axes
        sizes = tuple(math.floor(lengths[axis] * factors[axis]) for axis in range(axes))
        factors = (None,) * axes if recompute_scale_factor else factors
    half = input.dtype in (ms.float16, ms.bfloat16)
    result = input.astype(ms.float32) if half else input
    for axis in range(axes):
        n, m, factor = lengths[axis], sizes[axis], factors[axis]
        # numpy divides in float64, graph mode in float32.
        step = np.divide(n, m) if factor is None else np.divide(1, factor)
        if nearest:
            place = np.arange(m, dtype=np.float32) + np.float32(mode == "nearest-exact") / 2
            first = np.minimum(np.floor(place * np.float32(step)), n - 1).astype(np.int32)
            result = ops.gather(result, ms.Tensor(first), axis + 2)
            continue
        if align_corners:
            place = np.arange(m) * ((n - 1) / (m - 1) if m > 1 else 0.0)
        else:
            place = (np.arange(m) + 0.5) * step - 0.5
        weights = np.zeros((m, n))
        rows = np.arange(m)
        if mode == "area":
            starts, ends = rows * n // m, -(-(rows + 1) * n // m)
            for row in rows:
                weights[row, starts[row] : ends[row]] = 1 / (ends[row] - starts[row])
        elif mode == "bicubic":
            first = np.floor(place)
            for offset in range(-1, 3):
                away = np.abs(place - first - offset)
                near = (1.25 * away - 2.25) * away**2 + 1
                far = ((-0.75 * away + 3.75) * away - 6) * away + 3
                column = np.clip(first + offset, 0, n - 1).astype(int)
                np.add.at(weights, (rows, column), np.where(away <= 1, near, far))
        else:
            place = np.maximum(place, 0)
            first = np.minimum(np.floor(place), n - 1).astype(int)
            share = np.clip(place - first, 0, 1)
            np.add.at(weights, (rows, first), 1 - share)
            np.add.at(weights, (rows, np.minimum(first + 1, n - 1)), share)
        matrix = ms.Tensor(weights.T, result.dtype)
        moved = result.swapaxes(axis + 2, -1)
        result = ops.matmul(moved, matrix).swapaxes(axis + 2, -1)
    return result.astype(input.dtype)
