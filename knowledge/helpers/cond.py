import mindspore as ms
from helper import inverse, matrix_norm, svdvals


def cond(input, p=None) -> ms.Tensor:
    """The condition numbers of matrices with respect to a norm. Equals torch.linalg.cond."""
    if p in (None, 2, -2):
        values = svdvals(input)
        first, last = values[..., 0], values[..., -1]
        return last / first if p == -2 else first / last
    return matrix_norm(input, p) * matrix_norm(inverse(input), p)
