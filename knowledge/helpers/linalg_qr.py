import numpy as np
from mindspore import Tensor, ops


def linalg_qr(A, mode="reduced") -> tuple[Tensor, Tensor]:
    """Q and R of Q @ R = A; with mode "r" nothing and R, without a gradient, as in torch.

    Equals torch.linalg.qr, with its gradient, which mindspore.ops.qr has not: that of matrices of
    full rank. The values are mindspore.ops.qr's.
    """
    if mode == "r":
        r = ops.qr(ops.stop_gradient(A), "reduced")[1]
        return r.new_zeros((0,)), r
    fixed = ops.stop_gradient(A)
    q, r = ops.qr(fixed, mode)
    rows, columns = A.shape[-2:]
    if (mode == "complete" and rows > columns) or A.is_complex() or not A.size:
        return q, r
    size = min(rows, columns)
    inverse = Tensor(np.linalg.pinv(r.asnumpy()[..., :size, :size]))
    change = A - fixed  # nothing but its gradient
    through = ops.matmul(change[..., :size], inverse)
    inner = ops.matmul(q.swapaxes(-1, -2), through)
    lower = inner.tril(-1)
    upper = inner - lower + lower.swapaxes(-1, -2)
    turned = through - ops.matmul(q, upper)
    part = ops.matmul(upper, r[..., :size])
    if columns > rows:
        rest = ops.matmul(q.swapaxes(-1, -2), change[..., size:])
        rest += ops.matmul(turned.swapaxes(-1, -2), fixed[..., size:])
        part = ops.concat((part, rest), -1)
    return q + turned, r + part
