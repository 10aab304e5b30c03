import math

import mindspore as ms
import numpy as np
from mindspore import ops


class AffineTransform:
    """y = loc + scale * x; of the last event_dim axes the logarithms are added.

    Stands for torch.distributions.transforms.AffineTransform. With a cache_size of 1 the last y
    knows its x.
    """

    bijective = True

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        self.cache_size = cache_size
        self.known = (None, None)
        tensor = isinstance(scale, ms.Tensor)
        self.sign = ops.sign(scale) if tensor else math.copysign(1, scale)

    def __call__(self, x) -> ms.Tensor:
        y = self.loc + self.scale * x
        self.known = (x, y)
        return y

    def inv(self, y) -> ms.Tensor:
        x, known = self.known
        return x if self.cache_size and y is known else (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        axes = tuple(range(-self.event_dim, 0))
        logs = ops.zeros_like(x) + ops.log(ops.abs(ops.ones_like(x) * self.scale))
        return logs.sum(axes) if axes else logs

    def forward_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.loc), np.shape(self.scale))

    def inverse_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.loc), np.shape(self.scale))
