import mindspore as ms
import numpy as np


def tensor(data, dtype=None, device=None, requires_grad=False, pin_memory=False) -> ms.Tensor:
    """A tensor of numbers, lists of them, an array or another tensor.

    Takes what torch.tensor takes, wherever it is called, and gives the same dtypes: complex64 of
    complex numbers, that of the arrays of a list of arrays.
    """
    if requires_grad:
        raise NotImplementedError("tensor takes no requires_grad: what is trained is a Parameter")
    if isinstance(data, range):
        data = list(data)
    if isinstance(data, (list, tuple)) and data and isinstance(data[0], (np.ndarray, np.generic)):
        data = np.array(data)
    made = ms.tensor(data, dtype=dtype)
    is_own = isinstance(data, (np.ndarray, np.generic, ms.Tensor))  # it has a dtype of its own
    if dtype is None and made.dtype == ms.complex128 and not is_own:
        return made.astype(ms.complex64)
    return made
