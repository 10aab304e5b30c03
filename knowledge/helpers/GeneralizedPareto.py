import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class GeneralizedPareto(Distribution):
    """How far numbers go beyond loc, by scale and by the concentration in the tail.

    Stands for torch.distributions.GeneralizedPareto. rsample carries gradients, sample does not.
    """

    stands_for = "GeneralizedPareto"
    has_rsample = True

    def __init__(self, loc, scale, concentration, validate_args=None):
        self.loc, self.scale, self.concentration = broadcast_all(loc, scale, concentration)
        super().__init__(self.loc.shape)

    def _cases(self) -> tuple:
        """Where the concentration is 0, and concentrations that may be divided by."""
        zero = ops.abs(self.concentration) <= 1e-8
        return zero, ops.where(zero, ops.ones_like(self.concentration), self.concentration)

    def log_prob(self, value) -> ms.Tensor:
        zero, k = self._cases()
        z = (value - self.loc) / self.scale
        # With a concentration of -1 all numbers are equally likely.
        power = 1 / k + 1
        rest = ops.where(power == 0, ops.zeros_like(z), power * ops.log1p(k * z))
        return -ops.log(self.scale) - ops.where(zero, z, rest)

    def log_survival_function(self, value) -> ms.Tensor:
        zero, k = self._cases()
        z = (value - self.loc) / self.scale
        return -ops.where(zero, z, ops.log1p(k * z) / k)

    def log_cdf(self, value) -> ms.Tensor:
        return ops.log1p(-ops.exp(self.log_survival_function(value)))

    def cdf(self, value) -> ms.Tensor:
        return ops.exp(self.log_cdf(value))

    def icdf(self, value) -> ms.Tensor:
        zero, k = self._cases()
        log = ops.log1p(-value)
        return self.loc + self.scale * ops.where(zero, -log, ops.expm1(-k * log) / k)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.random_sample(tuple(sample_shape) + self.loc.shape)
        return self.icdf(ms.Tensor(drawn, self.loc.dtype))

    @property
    def mean(self) -> ms.Tensor:
        mean = self.loc + self.scale / (1 - self.concentration)
        return ops.where(self.concentration < 1, mean, ops.full_like(mean, math.nan))

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        k = self.concentration
        var = self.scale**2 / ((1 - k) ** 2 * (1 - 2 * k))
        return ops.where(k < 0.5, var, ops.full_like(var, math.nan))

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale) + self.concentration + 1
