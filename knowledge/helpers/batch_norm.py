import mindspore as ms
from mindspore import ops


def batch_norm(
    input, running_mean=None, running_var=None, weight=None, bias=None, training=False,
    momentum=0.1, eps=1e-05,
) -> ms.Tensor:  # fmt: skip
    """Normalise each channel of (N, C, ...) over all other axes, by its own or the running statistics.

    Equals torch.nn.functional.batch_norm: in training the running statistics follow.
    """
    axes = (0, *range(2, input.ndim))
    shape = (1, -1) + (1,) * (input.ndim - 2)
    if training:
        mean = input.mean(axes)
        var = ((input - mean.reshape(shape)) ** 2).mean(axes)
        count = input.size / input.shape[1]
        if running_mean is not None:
            moved = (1 - momentum) * running_mean + momentum * ops.stop_gradient(mean)
            running_mean.copy_(moved)
        if running_var is not None:
            unbiased = ops.stop_gradient(var) * (count / (count - 1))
            running_var.copy_((1 - momentum) * running_var + momentum * unbiased)
    else:
        mean, var = running_mean, running_var
    result = (input - mean.reshape(shape)) * ops.rsqrt(var + eps).reshape(shape)
    if weight is not None:
        result = result * weight.reshape(shape)
    return result if bias is None else result + bias.reshape(shape)
