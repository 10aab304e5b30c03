import mindspore as ms
from mindspore import ops


def matrix_power(input, n) -> ms.Tensor:
    """The n-th power of the square matrices in the last two axes; of the inverse if n is negative.

    Equals torch.linalg.matrix_power.
    """
    unit = ops.zeros_like(input) + ops.eye(input.shape[-1], dtype=input.dtype)
    if n < 0:
        input, n = ops.matrix_solve(input, unit), -n
    result = None
    while n > 0:
        if n % 2:
            result = input if result is None else ops.matmul(result, input)
        n //= 2
        input = ops.matmul(input, input) if n else input
    return unit if result is None else result
