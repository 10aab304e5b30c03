import mindspore as ms
from mindspore import ops


def vector_norm(input, ord=2, dim=None, keepdim=False, *, dtype=None) -> ms.Tensor:
    """The norm of the vectors along dim, or of all values: (sum of |input| ** ord) ** (1 / ord).

    Equals torch.linalg.vector_norm, its gradient of zeros included; float16 is summed in float32.
    """
    values = input if dtype is None else input.astype(dtype)
    values = ops.ComplexAbs()(values) if values.is_complex() else ops.abs(values)
    kept = values.dtype
    if kept == ms.float16:
        values = values.astype(ms.float32)
    axes = tuple(range(values.ndim)) if dim is None else dim
    if values.ndim == 0:
        norm = (values != 0).astype(values.dtype) if ord == 0 else values
    elif ord == 0:
        norm = (values != 0).astype(values.dtype).sum(axes, keepdims=keepdim)
    elif ord == float("inf"):
        norm = ops.amax(values, axes, keepdim)
    elif ord == float("-inf"):
        norm = ops.amin(values, axes, keepdim)
    else:
        power = ms.Tensor(ord, values.dtype)  # a number would be rounded to float32
        zeros = (values == 0).all(axes, keep_dims=True).astype(values.dtype)
        sums = ops.pow(values + zeros, power).sum(axes, keepdims=keepdim)
        norm = ops.pow(sums, 1 / power) * (1 - zeros.reshape(sums.shape))
    return norm.astype(kept)
