import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, digamma, lgamma, standard_gamma
from mindspore import ops


class InverseGamma(Distribution):
    """The inverses of gamma distributed numbers, by concentration and rate.

    Stands for torch.distributions.InverseGamma. rsample carries gradients, sample does not.
    """

    stands_for = "InverseGamma"
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.rate.shape)

    def log_prob(self, value) -> ms.Tensor:
        c, rate = self.concentration, self.rate
        return c * ops.log(rate) - lgamma(c) - (c + 1) * ops.log(value) - rate / value

    def entropy(self) -> ms.Tensor:
        c = self.concentration
        return c + ops.log(self.rate) + lgamma(c) - (1 + c) * digamma(c)

    @property
    def mean(self) -> ms.Tensor:
        mean = self.rate / (self.concentration - 1)
        return ops.where(self.concentration > 1, mean, ops.full_like(mean, math.inf))

    @property
    def mode(self) -> ms.Tensor:
        return self.rate / (self.concentration + 1)

    @property
    def variance(self) -> ms.Tensor:
        c = self.concentration
        var = self.rate**2 / ((c - 1) ** 2 * (c - 2))
        return ops.where(c > 2, var, ops.full_like(var, math.inf))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        c = self.concentration
        drawn, slope = standard_gamma(c, sample_shape)
        moved = ms.Tensor(slope, c.dtype) * (c - ops.stop_gradient(c))
        return self.rate / (ms.Tensor(np.maximum(drawn, 1.1754944e-38), c.dtype) + moved)
