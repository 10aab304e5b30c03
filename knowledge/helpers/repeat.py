import mindspore as ms
import numpy as np
from helper import Rearrange
from mindspore import ops


def repeat(tensor, pattern, **axes_lengths) -> ms.Tensor:
    """Repeat along new axes, and reorder and merge axes, as a pattern says that only the run knows.

    Equals einops.repeat: a list of tensors is stacked, an array of NumPy's gives an array.
    """
    if isinstance(tensor, (list, tuple)):
        tensor = (np if isinstance(tensor[0], np.ndarray) else ops).stack(tensor)
    if isinstance(tensor, np.ndarray):
        return Rearrange(pattern, "repeat", **axes_lengths)(ms.Tensor(tensor)).asnumpy()
    return Rearrange(pattern, "repeat", **axes_lengths)(tensor)
