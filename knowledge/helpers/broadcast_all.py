import mindspore as ms
import numpy as np
from mindspore import ops


def broadcast_all(*values) -> tuple:
    """Tensors and numbers as tensors of one shape; a number takes the first tensor's dtype.

    Equals torch.distributions.utils.broadcast_all.
    """
    given = [x for x in values if isinstance(x, ms.Tensor)]
    dtype = given[0].dtype if given else ms.float32
    shape = np.broadcast_shapes(*(np.shape(x) for x in values))
    return tuple(
        ops.zeros(shape, x.dtype if isinstance(x, ms.Tensor) else dtype) + x for x in values
    )
