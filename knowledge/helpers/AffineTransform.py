import math

import mindspore as ms
import numpy as np
from helper import Transform
from mindspore import ops


class AffineTransform(Transform):
    """y = loc + scale * x; of the last event_dim axes the logarithms are added.

    Stands for torch.distributions.transforms.AffineTransform.
    """

    stands_for = "AffineTransform"
    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        tensor = isinstance(scale, ms.Tensor)
        self.sign = ops.sign(scale) if tensor else math.copysign(1, scale)

    def _call(self, x) -> ms.Tensor:
        return self.loc + self.scale * x

    def _inverse(self, y) -> ms.Tensor:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        axes = tuple(range(-self.event_dim, 0))
        logs = ops.zeros_like(x) + ops.log(ops.abs(ops.ones_like(x) * self.scale))
        return logs.sum(axes) if axes else logs

    def forward_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.loc), np.shape(self.scale))

    def inverse_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.loc), np.shape(self.scale))
