import mindspore as ms
from helper import tensor


def as_tensor(data, dtype=None, device=None) -> ms.Tensor:
    """A tensor as it is, or one of numbers or an array. Takes what torch.as_tensor takes."""
    if isinstance(data, ms.Tensor):
        return data if dtype is None else data.astype(dtype)
    return tensor(data, dtype)
