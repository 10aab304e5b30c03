import mindspore as ms
from mindspore.common import initializer


def orthogonal_(tensor, gain=1, generator=None) -> ms.Tensor:
    """Fill a tensor or a parameter, a (half-)orthogonal matrix, and hand it back.

    Stands for torch.nn.init.orthogonal_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(initializer.Orthogonal(gain=gain), tensor.shape, tensor.dtype)
    tensor[:] = values.init_data()  # copy_ reaches no view of another tensor
    return tensor
