import mindspore as ms
from mindspore.common import initializer


def zeros_(tensor) -> ms.Tensor:
    """Fill a tensor or a parameter, all 0, and hand it back.

    Stands for torch.nn.init.zeros_.
    """
    values = initializer.initializer(initializer.Zero(), tensor.shape, tensor.dtype)
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data()
    else:
        tensor.copy_(values.init_data())
    return tensor
