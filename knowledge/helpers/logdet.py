import mindspore as ms
from mindspore import ops


def logdet(input) -> ms.Tensor:
    """The logarithm of the determinants of (*, n, n); -inf of 0 and nan of negative ones.

    Equals torch.logdet.
    """
    if input.shape[-1] == 0:
        return ops.zeros(input.shape[:-2], input.dtype)
    if input.shape[-1] == 1:
        return ops.log(input[..., 0, 0])
    sign, size = ops.slogdet(input)
    return ops.where(sign < 0, ops.full_like(size, float("nan")), size)
