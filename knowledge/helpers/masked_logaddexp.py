import math

import mindspore as ms
from mindspore import ops


def masked_logaddexp(input, other, *, dtype=None, input_mask=None, other_mask=None) -> ms.Tensor:
    """The logarithm of the sum of two exponentials, each where its mask is true.

    Equals torch.masked.logaddexp.
    """
    values = input if dtype is None else input.astype(dtype)
    others = other if dtype is None else other.astype(dtype)
    if input_mask is not None:
        values = ops.where(input_mask, values, ops.full_like(values, float("-inf")))
    if other_mask is not None:
        others = ops.where(other_mask, others, ops.full_like(others, float("-inf")))
    # The logarithm of infinities that are the same would be NaN.
    return ops.where(values == others, values + math.log(2), ops.logaddexp(values, others))
