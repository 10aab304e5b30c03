import mindspore as ms
from mindspore import mint, ops


def softmax(input, dim=None, dtype=None) -> ms.Tensor:
    """The softmax along an axis; NaN where a whole row is minus infinity.

    Equals torch.nn.functional.softmax: on CPU MindSpore's also spoils the rows behind such a one,
    and its first gradient, if it runs along an axis of length 1, those of all later ones.
    """
    if dim is None:
        dim = 0 if input.ndim in (0, 1, 3) else 1
    values = input if dtype is None else input.astype(dtype)
    undefined = mint.isinf(mint.amax(values, dim, True))
    if values.ndim == 0 or values.shape[dim] == 1:
        shares = ops.ones_like(values)
    else:
        shares = mint.softmax(values.masked_fill(undefined, 0.0), dim)
    return shares.masked_fill(undefined, float("nan"))
