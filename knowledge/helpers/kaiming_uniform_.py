import mindspore as ms
from mindspore.common import initializer


def kaiming_uniform_(
    tensor, a=0, mode="fan_in", nonlinearity="leaky_relu", generator=None
) -> ms.Tensor:
    """Fill a tensor or a parameter, uniform with He's spread, and hand it back.

    Stands for torch.nn.init.kaiming_uniform_.
    """
    if generator is not None:
        raise NotImplementedError("MindSpore draws from one generator")
    values = initializer.initializer(
        initializer.HeUniform(negative_slope=a, mode=mode, nonlinearity=nonlinearity),
        tensor.shape,
        tensor.dtype,
    )
    tensor[:] = values.init_data()  # copy_ reaches no view of another tensor
    return tensor
