from mindspore import ops


def svd_lowrank(A, q=6, niter=2, M=None):
    """U, S and V for the q greatest singular values: (*, m, n) is about U @ diag(S) @ V^T.

    Where torch.svd_lowrank nears them with random numbers, in niter steps, these are exact; the
    signs of the vectors may differ.
    """
    s, u, v = ops.svd(A if M is None else A - M, full_matrices=False)
    q = 6 if q is None else q
    return u[..., :q], s[..., :q], v[..., :q]
