import mindspore as ms
from mindspore import ops


def cov(input, *, correction=1, fweights=None, aweights=None) -> ms.Tensor:
    """The covariance matrix of variables in rows, observed in columns, weighted if wanted.

    Equals torch.cov.
    """
    values = input.reshape((1, -1)) if input.ndim < 2 else input
    values = (
        values if values.is_floating_point() or values.is_complex() else values.astype(ms.float32)
    )
    if aweights is not None and not values.is_complex():
        values = values.astype((values.reshape(-1)[:1] * aweights[:1]).dtype)
    weights = fweights
    if aweights is not None:
        weights = aweights if fweights is None else fweights * aweights
    if weights is None:
        count = values.shape[1]
        mean, norm = values.sum(1, keepdims=True) / count, count - correction
        weighted = values - mean
    else:
        weights = weights.astype(values.dtype)
        total = weights.sum()
        mean = (values * weights).sum(1, keepdims=True) / total
        if aweights is None or correction == 0:
            norm = total - correction
        else:
            norm = total - correction * (weights * aweights.astype(values.dtype)).sum() / total
        weighted = (values - mean) * weights
    centered = values - mean
    centered = centered.conj() if values.is_complex() else centered
    if weights is not None and values.is_complex():
        norm = float(ops.real(norm))
    result = ops.matmul(weighted, centered.swapaxes(0, 1)) / max(norm, 0.0)
    return result.reshape(()) if result.size == 1 else result
