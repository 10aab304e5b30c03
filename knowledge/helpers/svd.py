from mindspore import ops


def svd(input, some=True, compute_uv=True):
    """U, S and V of real matrices: (*, m, n) is U @ diag(S) @ V^T; zeros as U and V without compute_uv.

    Equals torch.svd but for the signs of the vectors.
    """
    if not compute_uv:
        s = ops.svd(input, compute_uv=False)
        rows, columns = input.shape[-2:]
        batch = input.shape[:-2]
        u = ops.zeros((*batch, rows, rows), input.dtype)
        return u, s, ops.zeros((*batch, columns, columns), input.dtype)
    s, u, v = ops.svd(input, full_matrices=not some)
    return u, s, v
