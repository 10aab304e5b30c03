import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class HalfNormal:
    """The absolute values of normal numbers around 0.

    Stands for torch.distributions.HalfNormal, with the methods of MindSpore's distributions.
    Samples carry gradients.
    """

    event_shape = ()

    def __init__(self, scale, validate_args=None):
        self.scale = ops.ones(np.shape(scale), ms.float32) * scale
        self.batch_shape = self.scale.shape

    def log_prob(self, value) -> ms.Tensor:
        square = (value / self.scale) ** 2
        inside = -0.5 * square - ops.log(self.scale) + 0.5 * math.log(2 / math.pi)
        return ops.where(value >= 0, inside, ops.full_like(inside, -math.inf))

    def cdf(self, value) -> ms.Tensor:
        return ops.erf(value / (self.scale * math.sqrt(2)))

    def icdf(self, value) -> ms.Tensor:
        return self.scale * math.sqrt(2) * ops.erfinv(value)

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale) + 0.5 * math.log(math.pi / 2) + 0.5

    def mean(self) -> ms.Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.scale)

    def var(self) -> ms.Tensor:
        return self.scale**2 * (1 - 2 / math.pi)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(shape) + self.scale.shape)
        return ops.abs(noise) * self.scale

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
