from helper import lu_factor_ex, lu_unpack


def linalg_lu(A, *, pivot=True):
    """P, L and U of P @ L @ U = A. P has no elements without pivot.

    Equals torch.linalg.lu.
    """
    factors, pivots = lu_factor_ex(A, pivot, False)
    return lu_unpack(factors, pivots, True, pivot)
