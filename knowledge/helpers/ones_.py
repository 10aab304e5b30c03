import mindspore as ms
from mindspore.common import initializer


def ones_(tensor) -> ms.Tensor:
    """Fill a tensor or a parameter, all 1, and hand it back.

    Stands for torch.nn.init.ones_.
    """
    values = initializer.initializer(initializer.One(), tensor.shape, tensor.dtype)
    tensor.copy_(values.init_data())
    return tensor
