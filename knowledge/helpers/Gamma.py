import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Gamma:
    """Positive numbers, by concentration and rate.

    Stands for torch.distributions.Gamma, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, concentration, rate, validate_args=None):
        shape = np.broadcast_shapes(np.shape(concentration), np.shape(rate))
        self.concentration = ops.ones(shape, ms.float32) * concentration
        self.rate = ops.ones(shape, ms.float32) * rate
        self.batch_shape = shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def _digamma(self, x) -> ms.Tensor:
        y = x + 8
        series = ops.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4)
        for step in range(8):
            series = series - 1 / (x + step)
        return series

    def log_prob(self, value) -> ms.Tensor:
        a, rate = self.concentration, self.rate
        return a * ops.log(rate) + (a - 1) * ops.log(value) - rate * value - self._lgamma(a)

    def entropy(self) -> ms.Tensor:
        a = self.concentration
        return a - ops.log(self.rate) + self._lgamma(a) + (1 - a) * self._digamma(a)

    def mean(self) -> ms.Tensor:
        return self.concentration / self.rate

    def mode(self) -> ms.Tensor:
        return ops.clamp((self.concentration - 1) / self.rate, min=0.0)

    def var(self) -> ms.Tensor:
        return self.concentration / self.rate**2

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        a = self.concentration.asnumpy()
        drawn = np.random.standard_gamma(a, tuple(shape) + a.shape) / self.rate.asnumpy()
        return ms.Tensor(np.maximum(drawn, 1.1754944e-38), self.concentration.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
