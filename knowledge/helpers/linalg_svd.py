from mindspore import ops


def linalg_svd(input, full_matrices=True):
    """U, S and Vh of real matrices: (*, m, n) is U @ diag(S) @ Vh.

    Equals torch.linalg.svd but for the signs of the vectors.
    """
    s, u, v = ops.svd(input, full_matrices=full_matrices)
    return u, s, v.swapaxes(-1, -2)
