from helper import lu_factor_ex


def lu_factor(A, pivot=True):
    """L and U of P @ L @ U = A in one matrix, and the row swaps, counted from 1.

    Equals torch.linalg.lu_factor.
    """
    return lu_factor_ex(A, pivot, False)
