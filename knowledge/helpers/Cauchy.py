import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class Cauchy(Distribution):
    """The ratios of two normal numbers: heavy tails around loc, without a mean.

    Stands for torch.distributions.Cauchy. rsample carries gradients, sample does not.
    """

    stands_for = "Cauchy"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> ms.Tensor:
        return ops.full_like(self.loc, math.nan)

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return ops.full_like(self.loc, math.inf)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.standard_cauchy(tuple(sample_shape) + self.loc.shape)
        return self.loc + ms.Tensor(drawn, self.loc.dtype) * self.scale

    def log_prob(self, value) -> ms.Tensor:
        square = ((value - self.loc) / self.scale) ** 2
        return -math.log(math.pi) - ops.log(self.scale) - ops.log1p(square)

    def cdf(self, value) -> ms.Tensor:
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value) -> ms.Tensor:
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> ms.Tensor:
        return math.log(4 * math.pi) + ops.log(self.scale)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Cauchy):
            return super()._kl(other)
        square = (self.scale + other.scale) ** 2 + (self.loc - other.loc) ** 2
        return ops.log(square) - ops.log(4 * self.scale * other.scale)
