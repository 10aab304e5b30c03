import math

import mindspore as ms
import numpy as np
from mindspore import ops


def interpolate_smooth(
    input,
    size=None,
    scale_factor=None,
    mode="bilinear",
    align_corners=None,
    recompute_scale_factor=None,
) -> ms.Tensor:
    """input (N, C, H, W), resized with "bilinear" or "bicubic" weights that widen as it shrinks.

    Each axis is multiplied by the matrix of its weights. Equals torch.nn.functional.interpolate
    with antialias=True.
    """
    if mode not in ("bilinear", "bicubic"):
        raise NotImplementedError(f"interpolate has no antialias for mode {mode!r}")
    result = input.astype(ms.float32)
    for axis in range(2):
        n = input.shape[axis + 2]
        if scale_factor is None:
            m, factor = size if isinstance(size, int) else size[axis], None
        else:
            factor = scale_factor if isinstance(scale_factor, (int, float)) else scale_factor[axis]
            m, factor = math.floor(n * factor), None if recompute_scale_factor else factor
        step = n / m if factor is None else 1 / factor
        if align_corners:
            step = (n - 1) / (m - 1) if m > 1 else 0.0
        wide = max(step, 1.0)
        center = step * (np.arange(m)[:, None] + 0.5)
        away = np.abs((np.arange(n) + 0.5 - center) / wide)
        weights = np.maximum(1 - away, 0)
        if mode == "bicubic":
            near = (1.5 * away - 2.5) * away**2 + 1
            far = ((-0.5 * away + 2.5) * away - 4) * away + 2
            weights = np.where(away < 1, near, np.where(away < 2, far, 0))
        reach = (1 if mode == "bilinear" else 2) * wide
        first, last = np.trunc(center - reach + 0.5), np.trunc(center + reach + 0.5)
        weights = np.where((np.arange(n) >= first) & (np.arange(n) < last), weights, 0)
        matrix = ms.Tensor((weights / weights.sum(1, keepdims=True)).T, ms.float32)
        result = ops.matmul(result.swapaxes(axis + 2, -1), matrix).swapaxes(axis + 2, -1)
    return result.astype(input.dtype)
