import math

import mindspore as ms
from mindspore import mint, ops


def ndtri(input) -> ms.Tensor:
    """Where the normal distribution function has these values; infinite at 0 and 1, NaN beyond.

    Winitzki's approximation, made exact by Halley's method in float64. Equals torch.special.ndtri.
    """
    x = input.astype(ms.float64)
    known = ops.stop_gradient(x)
    ends = mint.where(known < 0.5, -ops.ones_like(x), ops.ones_like(x))
    tail = mint.minimum(known, 1 - known)
    inside = tail > 0
    both = 2 * mint.where(inside, tail, ops.full_like(x, 0.25))
    log = mint.log(both * (2 - both))
    half = log / 2 + 4.33
    root = mint.sqrt(mint.sqrt(half * half - log * 6.8027) - half)
    half_root_pi = ms.Tensor(math.sqrt(math.pi) / 2, ms.float64)
    for _ in range(4):
        step = (mint.erfc(root) - both) * mint.exp(root * root) * half_root_pi
        root = root + step / (1 - root * step)
    scale = ms.Tensor(math.sqrt(2), ms.float64)
    slope = 2 * scale * half_root_pi * mint.exp(root * root)
    result = ends * scale * root + (x - known) * slope
    result = mint.where(inside, result, ends * float("inf")).masked_fill(tail < 0, float("nan"))
    result = mint.where(mint.isnan(known), known, result)
    return result.astype(input.dtype if input.is_floating_point() else ms.float32)
