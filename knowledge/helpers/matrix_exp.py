import mindspore as ms
from mindspore import ops


def matrix_exp(input) -> ms.Tensor:
    """The exponential of square matrices (*, n, n), by scaling, a Taylor series and squaring.

    Equals torch.linalg.matrix_exp.
    """
    norm = float(ops.abs(input).sum(-1).max())
    halvings = 0
    while norm > 0.5:
        norm, halvings = norm / 2, halvings + 1
    scaled = input / 2**halvings
    term = ops.eye(input.shape[-1], input.shape[-1], input.dtype) + ops.zeros_like(input)
    result = term
    for order in range(1, 19):
        term = ops.matmul(term, scaled) / order
        result = result + term
    for _ in range(halvings):
        result = ops.matmul(result, result)
    return result
