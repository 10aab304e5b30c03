from mindspore import Tensor, int64, mint, ops


def cummax(input, dim) -> tuple[Tensor, Tensor]:
    """The greatest elements up to each along an axis, and their places.

    Equals torch.cummax, with its gradient, which MindSpore has not on a CPU.
    """
    places = ops.cummax(ops.stop_gradient(input), dim)[1].astype(int64)
    return mint.gather(input, dim, places), places
