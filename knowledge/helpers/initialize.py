import mindspore as ms
from mindspore import ops


def initialize(tensor, init) -> ms.Tensor:
    """Fill a tensor or a parameter with what an initializer draws, and hand it back."""
    values = ms.common.initializer.initializer(init, tensor.shape, tensor.dtype).init_data()
    if isinstance(tensor, ms.Parameter):
        ops.assign(tensor, values)
    else:
        tensor.copy_(values)
        if tensor.ndim:  # copy_ reaches no view of another tensor
            tensor[:] = values
    return tensor
