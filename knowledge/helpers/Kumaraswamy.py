import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Kumaraswamy:
    """Kumaraswamy's distribution on (0, 1), by its two concentrations.

    Stands for torch.distributions.Kumaraswamy, with the methods of MindSpore's distributions.
    Samples carry gradients.
    """

    event_shape = ()

    def __init__(self, concentration1, concentration0, validate_args=None):
        shape = np.broadcast_shapes(np.shape(concentration1), np.shape(concentration0))
        self.concentration1 = ops.ones(shape, ms.float32) * concentration1
        self.concentration0 = ops.ones(shape, ms.float32) * concentration0
        self.batch_shape = self.concentration0.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def _moment(self, n) -> ms.Tensor:
        b, power = self.concentration0, 1 + n / self.concentration1
        log = self._lgamma(power) + self._lgamma(b) - self._lgamma(power + b)
        return b * ops.exp(log)

    def log_prob(self, value) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return ops.log(a * b) + (a - 1) * ops.log(value) + (b - 1) * ops.log1p(-(value**a))

    def cdf(self, value) -> ms.Tensor:
        return 1 - (1 - value**self.concentration1) ** self.concentration0

    def icdf(self, value) -> ms.Tensor:
        return (1 - (1 - value) ** (1 / self.concentration0)) ** (1 / self.concentration1)

    def mean(self) -> ms.Tensor:
        return self._moment(1)

    def var(self) -> ms.Tensor:
        return self._moment(2) - self._moment(1) ** 2

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        left = 1 - np.random.random_sample(tuple(shape) + self.concentration1.shape)
        drawn = ms.Tensor(left, ms.float32)
        return (1 - drawn ** (1 / self.concentration0)) ** (1 / self.concentration1)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration1 = self.concentration1.broadcast_to(new.batch_shape)
        new.concentration0 = self.concentration0.broadcast_to(new.batch_shape)
        return new
