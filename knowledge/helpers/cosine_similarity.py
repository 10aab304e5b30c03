import mindspore as ms
from mindspore import ops


def cosine_similarity(x1, x2, dim=1, eps=1e-8) -> ms.Tensor:
    """The cosine of the angle between x1 and x2, broadcast to one shape, along dim.

    Equals torch.nn.functional.cosine_similarity; the result lacks dim.
    """
    a, b = x1 * ops.ones_like(x2), x2 * ops.ones_like(x1)
    least = eps * eps
    lengths = [ops.sqrt(ops.clamp((c * c).sum(dim, keepdims=True), min=least)) for c in (a, b)]
    return (a / lengths[0] * (b / lengths[1])).sum(dim)
