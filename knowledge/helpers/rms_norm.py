import mindspore as ms
from mindspore import ops


def rms_norm(input, normalized_shape, weight=None, eps=None) -> ms.Tensor:
    """Divide by the root of the mean square over the last axes, which are normalized_shape.

    Equals torch.nn.functional.rms_norm.
    """
    axes = tuple(range(-len(normalized_shape), 0))
    x = input.float() if input.dtype == ms.float16 else input
    if eps is None:
        eps = 2.0**-52 if x.dtype == ms.float64 else 2.0**-23
    normed = (x * ops.rsqrt((x * x).mean(axes, True) + eps)).astype(input.dtype)
    return normed if weight is None else normed * weight
