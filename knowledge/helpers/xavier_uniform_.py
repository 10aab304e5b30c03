import mindspore as ms
from mindspore.common import initializer


def xavier_uniform_(tensor, gain=1.0, generator=None) -> ms.Tensor:
    """Fill a tensor or a parameter, uniform with Glorot's spread, and hand it back.

    Stands for torch.nn.init.xavier_uniform_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(
        initializer.XavierUniform(gain=gain), tensor.shape, tensor.dtype
    )
    tensor[:] = values.init_data()  # copy_ reaches no view of another tensor
    return tensor
