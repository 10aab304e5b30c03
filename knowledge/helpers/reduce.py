import mindspore as ms
import numpy as np
from helper import Rearrange
from mindspore import ops


def reduce(tensor, pattern, reduction, **axes_lengths) -> ms.Tensor:
    """Reduce the axes that the right side of a pattern lacks by "mean", "sum", "max" and the like.

    Equals einops.reduce: a list of tensors is stacked, an array of NumPy's gives an array.
    """
    if isinstance(tensor, (list, tuple)):
        tensor = (np if isinstance(tensor[0], np.ndarray) else ops).stack(tensor)
    if isinstance(tensor, np.ndarray):
        return Rearrange(pattern, reduction, **axes_lengths)(ms.Tensor(tensor)).asnumpy()
    return Rearrange(pattern, reduction, **axes_lengths)(tensor)
