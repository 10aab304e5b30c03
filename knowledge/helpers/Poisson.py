import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Poisson:
    """Counts of events, by their rate.

    Stands for torch.distributions.Poisson. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False

    def __init__(self, rate, validate_args=None):
        self.rate = rate if isinstance(rate, ms.Tensor) else ms.Tensor(rate, ms.float32)
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

    @property
    def mean(self) -> ms.Tensor:
        return self.rate

    @property
    def mode(self) -> ms.Tensor:
        return ops.floor(self.rate)

    @property
    def variance(self) -> ms.Tensor:
        return self.rate

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.rate)

    def sample(self, sample_shape=()) -> ms.Tensor:
        rate = self.rate.asnumpy()
        return ms.Tensor(np.random.poisson(rate, tuple(sample_shape) + rate.shape), self.rate.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
