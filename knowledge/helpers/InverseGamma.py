import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class InverseGamma:
    """The inverses of gamma distributed numbers, by concentration and rate.

    Stands for torch.distributions.InverseGamma, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, concentration, rate, validate_args=None):
        shape = np.broadcast_shapes(np.shape(concentration), np.shape(rate))
        self.concentration = ops.ones(shape, ms.float32) * concentration
        self.rate = ops.ones(shape, ms.float32) * rate
        self.batch_shape = self.rate.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        c = self.concentration
        return (
            c * ops.log(self.rate) - self._lgamma(c) - (c + 1) * ops.log(value) - self.rate / value
        )

    def mean(self) -> ms.Tensor:
        mean = self.rate / (self.concentration - 1)
        return ops.where(self.concentration > 1, mean, ops.full_like(mean, math.inf))

    def mode(self) -> ms.Tensor:
        return self.rate / (self.concentration + 1)

    def var(self) -> ms.Tensor:
        c = self.concentration
        var = self.rate**2 / ((c - 1) ** 2 * (c - 2))
        return ops.where(c > 2, var, ops.full_like(var, math.inf))

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        size = tuple(shape) + self.rate.shape
        drawn = np.random.gamma(self.concentration.asnumpy(), 1 / self.rate.asnumpy(), size)
        return ms.Tensor(1 / drawn, ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
