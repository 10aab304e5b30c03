from mindspore import Tensor, int64, mint, ops


def cummin(input, dim) -> tuple[Tensor, Tensor]:
    """The least elements up to each along an axis, and their places.

    Equals torch.cummin, with its gradient, which MindSpore has not on a CPU.
    """
    places = ops.cummin(ops.stop_gradient(input), dim)[1].astype(int64)
    return mint.gather(input, dim, places), places
