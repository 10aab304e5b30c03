import mindspore as ms
from mindspore import ops


def chebyshev_polynomial_w(input, n) -> ms.Tensor:
    """The Chebyshev polynomial W_n of each value; n is an int or a tensor.

    Equals torch.special.chebyshev_polynomial_w.
    """
    x = input if input.is_floating_point() else input.astype(ms.float32)
    orders = n if isinstance(n, ms.Tensor) else ms.Tensor(n)
    orders = ops.trunc(orders.astype(ms.float32))
    before, current = ops.ones_like(x), 2 * x + 1
    result = ops.where(orders == 0, before, ops.zeros_like(x))
    highest = int(orders.max()) if orders.size else 0
    for k in range(1, highest + 1):
        result = ops.where(orders == k, current, result)
        before, current = current, 2 * x * current - before
    return result
