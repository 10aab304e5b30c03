import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Beta:
    """Numbers between 0 and 1, by the concentrations at 1 and at 0.

    Stands for torch.distributions.Beta, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, concentration1, concentration0, validate_args=None):
        shape = np.broadcast_shapes(np.shape(concentration1), np.shape(concentration0))
        self.concentration1 = ops.ones(shape, ms.float32) * concentration1
        self.concentration0 = ops.ones(shape, ms.float32) * concentration0
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

    def _log_beta(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return self._lgamma(a) + self._lgamma(b) - self._lgamma(a + b)

    def log_prob(self, value) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return (a - 1) * ops.log(value) + (b - 1) * ops.log1p(-value) - self._log_beta()

    def entropy(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        rest = (a - 1) * self._digamma(a) + (b - 1) * self._digamma(b)
        return self._log_beta() - rest + (a + b - 2) * self._digamma(a + b)

    def mean(self) -> ms.Tensor:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    def mode(self) -> ms.Tensor:
        left = ops.clamp(self.concentration1 - 1, min=0.0)
        right = ops.clamp(self.concentration0 - 1, min=0.0)
        both = (self.concentration1 < 1) & (self.concentration0 < 1)
        return ops.where(both, ops.ones_like(left), left / (left + right))

    def var(self) -> ms.Tensor:
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        a, b = self.concentration1.asnumpy(), self.concentration0.asnumpy()
        return ms.Tensor(np.random.beta(a, b, tuple(shape) + a.shape), self.concentration1.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration1 = self.concentration1.broadcast_to(new.batch_shape)
        new.concentration0 = self.concentration0.broadcast_to(new.batch_shape)
        return new
