import mindspore as ms
from mindspore import ops


def matrix_power(input, n) -> ms.Tensor:
    """The n-th power of the square matrices in the last two axes, n not negative.

    Equals torch.linalg.matrix_power.
    """
    result = None
    while n > 0:
        if n % 2:
            result = input if result is None else ops.matmul(result, input)
        n //= 2
        input = ops.matmul(input, input) if n else input
    if result is None:
        result = ops.zeros_like(input) + ops.eye(input.shape[-1], dtype=input.dtype)
    return result
