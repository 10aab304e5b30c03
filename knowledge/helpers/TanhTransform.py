import math

import mindspore as ms
from helper import Transform
from mindspore import ops


class TanhTransform(Transform):
    """y = tanh(x).

    Stands for torch.distributions.transforms.TanhTransform.
    """

    stands_for = "TanhTransform"
    bijective = True
    sign = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.tanh(x)

    def _inverse(self, y) -> ms.Tensor:
        return 0.5 * (ops.log1p(y) - ops.log1p(-y))

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return 2.0 * (math.log(2.0) - x - ops.softplus(-2.0 * x))
