import mindspore as ms
from mindspore.common import initializer


def constant_(tensor, val) -> ms.Tensor:
    """Fill a tensor or a parameter, all of one value, and hand it back.

    Stands for torch.nn.init.constant_.
    """
    values = initializer.initializer(initializer.Constant(val), tensor.shape, tensor.dtype)
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data()
    else:
        tensor.copy_(values.init_data())
    return tensor
