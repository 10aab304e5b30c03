import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, digamma, lgamma
from mindspore import ops


class Kumaraswamy(Distribution):
    """Kumaraswamy's distribution on (0, 1), by its two concentrations.

    Stands for torch.distributions.Kumaraswamy. rsample carries gradients, sample does not.
    """

    stands_for = "Kumaraswamy"
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(self.concentration1.shape)

    def _moment(self, n) -> ms.Tensor:
        b, power = self.concentration0, 1 + n / self.concentration1
        return b * ops.exp(lgamma(power) + lgamma(b) - lgamma(power + b))

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
        harmonic = digamma(b + 1) + np.euler_gamma
        return 1 - 1 / b + (1 - 1 / a) * harmonic - ops.log(a) - ops.log(b)

    @property
    def variance(self) -> ms.Tensor:
        return self._moment(2) - self._moment(1) ** 2

    def rsample(self, sample_shape=()) -> ms.Tensor:
        left = 1 - np.random.random_sample(tuple(sample_shape) + self.concentration1.shape)
        drawn = ms.Tensor(left, self.concentration1.dtype)
        return (1 - drawn ** (1 / self.concentration0)) ** (1 / self.concentration1)
