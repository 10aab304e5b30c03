from helper import svd_lowrank


def pca_lowrank(A, q=None, center=True, niter=2):
    """U, S and V for the q greatest principal components of samples (*, m, n), features last.

    Where torch.pca_lowrank nears them with random numbers, in niter steps, these are exact; the
    signs of the vectors may differ.
    """
    q = min(6, *A.shape[-2:]) if q is None else q
    return svd_lowrank(A - A.mean(-2, True) if center else A, q)
