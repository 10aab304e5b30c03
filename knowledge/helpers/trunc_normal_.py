import mindspore as ms
from mindspore.common import initializer


def trunc_normal_(tensor, mean=0.0, std=1.0, a=-2.0, b=2.0, generator=None) -> ms.Tensor:
    """Fill a tensor or a parameter, normally distributed between a and b, and hand it back.

    Stands for torch.nn.init.trunc_normal_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(
        initializer.TruncatedNormal(std, mean=mean, a=a, b=b), tensor.shape, tensor.dtype
    )
    if tensor.ndim:  # copy_ reaches no view of another tensor
        tensor[:] = values.init_data()
    else:
        tensor.copy_(values.init_data())
    return tensor
