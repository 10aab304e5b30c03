import mindspore as ms
from mindspore.common import initializer


def uniform_(tensor, a=0.0, b=1.0, generator=None) -> ms.Tensor:
    """Fill a tensor or a parameter, uniform from a to b, and hand it back.

    Stands for torch.nn.init.uniform_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(initializer.Uniform((b - a) / 2), tensor.shape, tensor.dtype)
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data() + (a + b) / 2
    else:
        tensor.copy_(values.init_data() + (a + b) / 2)
    return tensor
