import mindspore as ms
from mindspore import mint, ops


def matrix_norm(A, ord="fro", dim=(-2, -1), keepdim=False, dtype=None) -> ms.Tensor:
    """The norm of the matrices that two axes make, of real numbers.

    Equals torch.linalg.matrix_norm.
    """
    if A.is_complex():
        raise NotImplementedError("matrix_norm of complex numbers")
    values = A if dtype is None else A.astype(dtype)
    rows, columns = (axis % A.ndim for axis in dim)
    if ord == "fro":
        found = ops.sqrt(mint.sum(values * values, (rows, columns), True))
    elif ord in (2, -2, "nuc"):
        matrix = ops.movedim(values, (rows, columns), (-2, -1))
        singular = ops.svd(matrix, compute_uv=False)
        if ord == "nuc":
            found = singular.sum(-1)
        else:
            found = singular[..., 0] if ord == 2 else singular[..., -1]
        for axis in sorted((rows, columns)):
            found = found.expand_dims(axis)
    else:
        summed, other = (columns, rows) if abs(ord) == float("inf") else (rows, columns)
        sums = mint.sum(ops.abs(values), summed, True)
        found = ops.amax(sums, other, True) if ord > 0 else ops.amin(sums, other, True)
    if keepdim:
        return found
    for axis in sorted((rows, columns), reverse=True):
        found = found.squeeze(axis)
    return found
