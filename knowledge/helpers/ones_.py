import mindspore as ms
from mindspore.common import initializer


def ones_(tensor) -> ms.Tensor:
    """Fill a tensor or a parameter, all 1, and hand it back.

    Stands for torch.nn.init.ones_.
    """
    values = initializer.initializer(initializer.One(), tensor.shape, tensor.dtype)
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data()
    else:
        tensor.copy_(values.init_data())
    return tensor
