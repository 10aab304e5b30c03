import mindspore as ms
from mindspore import numpy as mnp
from mindspore import ops


def diag(input, diagonal=0) -> ms.Tensor:
    """A matrix with the values of a vector on its diagonal, or the diagonal of a matrix.

    Equals torch.diag; mindspore.numpy.diag of a vector spreads nan and infinities.
    """
    if input.ndim == 2:
        return mnp.diag(input, diagonal)
    if input.dtype == ms.bool_:
        return ops.diag_embed(input.int(), diagonal).bool()
    return ops.diag_embed(input, diagonal)
