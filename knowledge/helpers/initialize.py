import mindspore as ms
from mindspore.common import initializer


def initialize(tensor, init) -> ms.Tensor:
    """Fill a tensor or a parameter with what an initializer draws, and hand it back."""
    values = initializer.initializer(init, tensor.shape, tensor.dtype).init_data()
    tensor.copy_(values)
    return tensor
