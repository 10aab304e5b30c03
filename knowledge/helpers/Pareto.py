import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class Pareto(Distribution):
    """Pareto's distribution, by scale and alpha.

    Stands for torch.distributions.Pareto. rsample carries gradients, sample does not.
    """

    stands_for = "Pareto"
    has_rsample = True

    def __init__(self, scale, alpha, validate_args=None):
        self.scale, self.alpha = broadcast_all(scale, alpha)
        super().__init__(self.scale.shape)

    def log_prob(self, value) -> ms.Tensor:
        a = self.alpha
        return ops.log(a) + a * ops.log(self.scale) - (a + 1) * ops.log(value)

    def cdf(self, value) -> ms.Tensor:
        return 1 - (self.scale / value) ** self.alpha

    def icdf(self, value) -> ms.Tensor:
        return self.scale * ops.exp(-ops.log1p(-value) / self.alpha)

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale / self.alpha) + 1 + 1 / self.alpha

    @property
    def mean(self) -> ms.Tensor:
        mean = self.alpha * self.scale / (self.alpha - 1)
        return ops.where(self.alpha > 1, mean, ops.full_like(mean, math.inf))

    @property
    def mode(self) -> ms.Tensor:
        return self.scale

    @property
    def variance(self) -> ms.Tensor:
        a = self.alpha
        var = self.scale**2 * a / ((a - 1) ** 2 * (a - 2))
        return ops.where(a > 2, var, ops.full_like(var, math.inf))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.exponential(size=tuple(sample_shape) + self.scale.shape)
        return self.scale * ops.exp(ms.Tensor(drawn, self.scale.dtype) / self.alpha)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Pareto):
            return super()._kl(other)
        ratio, slower = self.scale / other.scale, other.alpha / self.alpha
        result = other.alpha * ops.log(ratio) - ops.log(slower) + slower - 1
        return ops.where(self.scale < other.scale, ops.full_like(result, math.inf), result)
