import math

import mindspore as ms
from mindspore import ops


class AffineTransform:
    """y = loc + scale * x; of the last event_dim axes the logarithms are added.

    Stands for torch.distributions.transforms.AffineTransform.
    """

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        self.loc, self.scale, self.event_dim = loc, scale, event_dim
        tensor = isinstance(scale, ms.Tensor)
        self.sign = ops.sign(scale) if tensor else math.copysign(1, scale)

    def __call__(self, x) -> ms.Tensor:
        return self.loc + self.scale * x

    def inv(self, y) -> ms.Tensor:
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        axes = tuple(range(-self.event_dim, 0))
        logs = ops.zeros_like(x) + ops.log(ops.abs(ops.ones_like(x) * self.scale))
        return logs.sum(axes) if axes else logs
