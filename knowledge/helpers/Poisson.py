import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Poisson:
    """Counts of events, by their rate.

    Stands for torch.distributions.Poisson, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, rate, validate_args=None):
        self.rate = ops.ones(np.shape(rate), ms.float32) * rate
        self.batch_shape = self.rate.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        rate = ops.where(value == 0, ops.ones_like(self.rate), self.rate)
        return value * ops.log(rate) - self.rate - self._lgamma(value + 1)

    def mean(self) -> ms.Tensor:
        return self.rate

    def mode(self) -> ms.Tensor:
        return ops.floor(self.rate)

    def var(self) -> ms.Tensor:
        return self.rate

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.rate)

    def sample(self, shape=()) -> ms.Tensor:
        rate = self.rate.asnumpy()
        return ms.Tensor(np.random.poisson(rate, tuple(shape) + rate.shape), self.rate.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
