import mindspore as ms
import numpy as np
from helper import Transform
from mindspore import ops


class StickBreakingTransform(Transform):
    """Vectors as one share more that add up to 1: each breaks its part off what is left.

    Stands for torch.distributions.transforms.StickBreakingTransform.
    """

    stands_for = "StickBreakingTransform"
    bijective = True
    event_dim = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _shift(self, x) -> ms.Tensor:
        """So that 0 gives equal shares."""
        return ms.Tensor(np.log(np.arange(x.shape[-1], 0, -1)), x.dtype)

    def _call(self, x) -> ms.Tensor:
        part = ops.clamp(ops.sigmoid(x - self._shift(x)), 1.1754944e-38, 1 - 1.1920929e-07)
        one = ops.ones_like(part[..., :1])
        left = ops.cumprod(1 - part, -1)
        return ops.cat((part, one), -1) * ops.cat((one, left), -1)

    def _inverse(self, y) -> ms.Tensor:
        part = y[..., :-1]
        left = ops.clamp(1 - ops.cumsum(part, -1), min=1.1754944e-38)
        return ops.log(part) - ops.log(left) + self._shift(part)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return (-ops.softplus(x - self._shift(x)) + ops.log(y[..., :-1])).sum(-1)

    def forward_shape(self, shape) -> tuple:
        return (*shape[:-1], shape[-1] + 1)

    def inverse_shape(self, shape) -> tuple:
        return (*shape[:-1], shape[-1] - 1)
