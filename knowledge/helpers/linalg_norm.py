import mindspore as ms
from helper import matrix_norm, vector_norm


def linalg_norm(A, ord=None, dim=None, keepdim=False, dtype=None) -> ms.Tensor:
    """The norm of vectors or matrices: of the axes in dim, else of a matrix or of all values.

    Equals torch.linalg.norm.
    """
    axes = (0, 1) if dim is None and A.ndim == 2 else dim
    if ord is not None and isinstance(axes, tuple | list) and len(axes) == 2:
        return matrix_norm(A, ord, axes, keepdim, dtype)
    return vector_norm(A, 2 if ord is None else ord, dim, keepdim, dtype=dtype)
