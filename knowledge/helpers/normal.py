import mindspore as ms
from mindspore import ops


def normal(mean, std=1.0) -> ms.Tensor:
    """Numbers drawn from normal distributions with these means and deviations, tensors or numbers.

    Equals torch.normal of tensors: what is drawn has no gradient, as it has with mindspore.ops.normal,
    where it is wrong.
    """
    dtype = mean.dtype if isinstance(mean, ms.Tensor) else std.dtype
    noise = ops.standard_normal((mean + std).shape)
    return ops.stop_gradient(mean + std * noise).astype(dtype)
