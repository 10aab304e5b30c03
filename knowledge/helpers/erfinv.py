import math

import mindspore as ms
from helper import ndtri
from mindspore import mint


def erfinv(input) -> ms.Tensor:
    """The inverse of the error function; infinite at -1 and 1, NaN beyond.

    Equals torch.erfinv: MindSpore's is up to 0.05 off near -1 and 1, on CPU.
    """
    x = input.astype(ms.float64)
    half_root_pi = ms.Tensor(math.sqrt(math.pi) / 2, ms.float64)
    near = x * (1 + x * x * (math.pi / 12)) * half_root_pi
    positive = x > 0
    tails = ndtri((1 - mint.where(positive, x, -x)) / 2) / ms.Tensor(math.sqrt(2), ms.float64)
    result = mint.where(positive, -tails, tails)
    result = mint.where(mint.abs(x) < 1e-4, near, result)
    return result.astype(input.dtype if input.is_floating_point() else ms.float32)
