import mindspore as ms
from mindspore import ops


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5) -> ms.Tensor:
    """Take away the mean over the last axes, which are normalized_shape, and divide by the spread.

    Equals torch.nn.functional.layer_norm.
    """
    axes = tuple(range(-len(normalized_shape), 0))
    x = input.float() if input.dtype == ms.float16 else input
    centred = x - x.mean(axes, True)
    normed = centred * ops.rsqrt((centred * centred).mean(axes, True) + eps)
    normed = normed if weight is None else normed * weight
    normed = normed if bias is None else normed + bias
    return normed.astype(input.dtype)
