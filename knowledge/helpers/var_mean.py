import math

from mindspore import mint, ops


def var_mean(input, dim=None, unbiased=True, keepdim=False, *, correction=None) -> tuple:
    """The variance and the mean along dim, or of all values.

    Equals torch.var_mean.
    """
    dim = tuple(range(input.ndim)) if dim is None or dim == () else dim
    parts = ops.real(input) if input.is_complex() else input
    number = mint.sum(ops.ones_like(parts), dim, True)
    mean = mint.sum(input, dim, True) / number.astype(input.dtype)
    centered = input - mean
    squares = ops.square(centered)
    if input.is_complex():
        squares = ops.real(centered * centered.conj())
    freedom = number - (int(unbiased) if correction is None else correction)
    spread = mint.sum(squares, dim, True) / freedom.clip(0)
    if not input.size:  # a sum of nothing is not 0 on CPU
        spread, mean = ops.full_like(spread, math.nan), ops.full_like(mean, math.nan)
    if keepdim:
        return spread, mean
    shape = mint.sum(input, dim).shape
    return spread.reshape(shape), mean.reshape(shape)
