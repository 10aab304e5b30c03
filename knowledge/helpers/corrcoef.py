import mindspore as ms
from mindspore import ops


def corrcoef(input) -> ms.Tensor:
    """The correlation of the rows of (variables, observations): (variables, variables).

    Equals torch.corrcoef of real numbers; of one row of observations it is a number.
    """
    rows = input.reshape(1, -1) if input.ndim < 2 else input
    if rows.is_complex():
        raise ValueError("corrcoef takes real numbers.")
    rows = rows if rows.is_floating_point() else rows.astype(ms.float32)
    centered = rows - rows.mean(1, True)
    covariance = ops.matmul(centered, centered.T)
    deviation = ops.sqrt(covariance.diagonal())
    result = covariance / deviation.expand_dims(0) / deviation.expand_dims(1)
    result = ops.clamp(result, -1, 1)
    return result if len(rows) > 1 else result[0, 0]
