import mindspore as ms


def initialize(tensor, init) -> ms.Tensor:
    """Fill a tensor or a parameter with what an initializer draws, and hand it back."""
    values = ms.common.initializer.initializer(init, tensor.shape, tensor.dtype)
    tensor.copy_(values.init_data())
    return tensor
