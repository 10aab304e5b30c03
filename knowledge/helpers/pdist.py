import mindspore as ms
import numpy as np
from mindspore import ops


def pdist(input, p=2.0) -> ms.Tensor:
    """The distances between each two rows of (N, D), of shape (N * (N - 1) / 2,).

    Equals torch.nn.functional.pdist.
    """
    rows, columns = np.triu_indices(input.shape[0], 1)
    if rows.size == 0:
        return ops.zeros((0,), input.dtype)
    if input.dtype == ms.float64:  # ops.cdist loses digits
        apart = ops.abs(input[ms.Tensor(rows)] - input[ms.Tensor(columns)])
        if p == 0:
            return (apart != 0).astype(apart.dtype).sum(-1)
        if p == float("inf"):
            return ops.amax(apart, -1)
        power = ms.Tensor(p, ms.float64)  # a number would be rounded to float32
        return ops.pow(ops.pow(apart, power).sum(-1), 1 / power)
    x = input.expand_dims(0)
    places = ms.Tensor(rows * input.shape[0] + columns)
    return ops.gather(ops.cdist(x, x, float(p)).reshape(-1), places, 0)
