import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class Uniform(Distribution):
    """Numbers from low (inclusive) to high (exclusive), all equally likely.

    Stands for torch.distributions.Uniform. rsample carries gradients, sample does not.
    """

    stands_for = "Uniform"
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = broadcast_all(low, high)
        super().__init__(self.low.shape)

    @property
    def mean(self) -> ms.Tensor:
        return (self.high + self.low) / 2

    @property
    def mode(self) -> ms.Tensor:
        return ops.full_like(self.low, math.nan)

    @property
    def stddev(self) -> ms.Tensor:
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self) -> ms.Tensor:
        return (self.high - self.low) ** 2 / 12

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.random_sample(tuple(sample_shape) + self.low.shape)
        return self.low + ms.Tensor(drawn, self.low.dtype) * (self.high - self.low)

    def log_prob(self, value) -> ms.Tensor:
        inside = ops.logical_and(self.low <= value, value < self.high)
        return ops.log(inside.astype(self.low.dtype)) - ops.log(self.high - self.low)

    def cdf(self, value) -> ms.Tensor:
        return ops.clamp((value - self.low) / (self.high - self.low), 0.0, 1.0)

    def icdf(self, value) -> ms.Tensor:
        return value * (self.high - self.low) + self.low

    def entropy(self) -> ms.Tensor:
        return ops.log(self.high - self.low)

    def _kl(self, other) -> ms.Tensor:
        if isinstance(other, Uniform):
            result = ops.log((other.high - other.low) / (self.high - self.low))
            outside = ops.logical_or(other.low > self.low, other.high < self.high)
            return ops.where(outside, ops.full_like(result, math.inf), result)
        if other.stands_for == "Normal":
            apart = (self.mean - other.loc) ** 2 + self.variance
            result = 0.5 * apart / other.scale**2 + 0.5 * math.log(2 * math.pi)
            return result + ops.log(other.scale) - ops.log(self.high - self.low)
        return super()._kl(other)
