import mindspore as ms
from mindspore import ops


def corrcoef(input) -> ms.Tensor:
    """The correlation of the rows of (variables, observations): (variables, variables).

    Equals torch.corrcoef; of one row of observations it is a number.
    """
    rows = input.reshape(1, -1) if input.ndim < 2 else input
    centered = rows - rows.mean(1, True)
    covariance = ops.matmul(centered, centered.T)
    deviation = ops.sqrt(covariance.diagonal())
    result = covariance / deviation.expand_dims(0) / deviation.expand_dims(1)
    result = ops.clamp(result, -1, 1)
    return result if input.ndim == 2 else result[0, 0]
