import mindspore as ms
from mindspore.common import initializer


def normal_(tensor, mean=0.0, std=1.0, generator=None) -> ms.Tensor:
    """Fill a tensor or a parameter, normally distributed, and hand it back.

    Stands for torch.nn.init.normal_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(initializer.Normal(std, mean=mean), tensor.shape, tensor.dtype)
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data()
    else:
        tensor.copy_(values.init_data())
    return tensor
