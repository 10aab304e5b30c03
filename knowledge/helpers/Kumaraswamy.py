import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Kumaraswamy:
    """Kumaraswamy's distribution on (0, 1), by its two concentrations.

    Stands for torch.distributions.Kumaraswamy. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        given = [x for x in (concentration1, concentration0) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(
            np.broadcast_shapes(np.shape(concentration1), np.shape(concentration0)), dtype
        )
        self.concentration1, self.concentration0 = zeros + concentration1, zeros + concentration0
        self.batch_shape = zeros.shape

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

    @property
    def mean(self) -> ms.Tensor:
        return self._moment(1)

    @property
    def mode(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        logs = ops.log1p(-b) / b - ops.log1p(-b * a)
        smaller = ops.logical_or(a < 1, b < 1)
        return ops.exp(ops.where(smaller, ops.full_like(logs, math.nan), logs))

    def entropy(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        # The harmonic number of b: digamma(b + 1) beside Euler's constant.
        y = b + 9
        harmonic = ops.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4) + np.euler_gamma
        for step in range(1, 9):
            harmonic = harmonic - 1 / (b + step)
        return 1 - 1 / b + (1 - 1 / a) * harmonic - ops.log(a) - ops.log(b)

    @property
    def variance(self) -> ms.Tensor:
        return self._moment(2) - self._moment(1) ** 2

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        left = 1 - np.random.random_sample(tuple(sample_shape) + self.concentration1.shape)
        drawn = ms.Tensor(left, self.concentration1.dtype)
        return (1 - drawn ** (1 / self.concentration0)) ** (1 / self.concentration1)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration1 = self.concentration1.broadcast_to(new.batch_shape)
        new.concentration0 = self.concentration0.broadcast_to(new.batch_shape)
        return new
