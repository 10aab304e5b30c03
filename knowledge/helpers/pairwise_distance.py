import mindspore as ms
from mindspore import ops


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False) -> ms.Tensor:
    """The p-norm of x1 - x2 + eps along the last axis, real for complex numbers, too.

    Equals torch.nn.functional.pairwise_distance.
    """
    apart = x1 - x2
    is_whole = not apart.is_floating_point() and not apart.is_complex()
    apart = apart + ms.Tensor(eps, ms.float64).astype(ms.float32 if is_whole else apart.dtype)
    apart = ops.ComplexAbs()(apart) if apart.is_complex() else ops.abs(apart)
    if p == float("inf"):
        return ops.amax(apart, -1, keepdim)
    if p == 0:
        return (apart != 0).astype(apart.dtype).sum(-1, keepdims=keepdim)
    power = ms.Tensor(p, apart.dtype)  # a number would be rounded to float32
    return ops.pow(ops.pow(apart, power).sum(-1, keepdims=keepdim), 1 / power)
