import mindspore as ms
from helper import norm
from mindspore import ops


def cosine_similarity(x1, x2, dim=1, eps=1e-8) -> ms.Tensor:
    """The cosine of the angle between x1 and x2, broadcast to one shape, along dim.

    Equals torch.nn.functional.cosine_similarity, whose gradient does not know of eps; the result
    lacks dim.
    """
    a, b = x1 * ops.ones_like(x2), x2 * ops.ones_like(x1)
    norms = [norm(c, 2, dim, keepdim=True) for c in (a, b)]
    lengths = [n + ops.stop_gradient(ops.clamp(n, min=eps) - n) for n in norms]
    return (a / lengths[0] * (b / lengths[1])).sum(dim)
