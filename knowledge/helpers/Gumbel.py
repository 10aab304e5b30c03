import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma
from mindspore import ops


class Gumbel(Distribution):
    """The greatest of many numbers, by loc and scale.

    Stands for torch.distributions.Gumbel. rsample carries gradients, sample does not.
    """

    stands_for = "Gumbel"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape)

    def log_prob(self, value) -> ms.Tensor:
        y = (self.loc - value) / self.scale
        return y - ops.exp(y) - ops.log(self.scale)

    def cdf(self, value) -> ms.Tensor:
        return ops.exp(-ops.exp((self.loc - value) / self.scale))

    def icdf(self, value) -> ms.Tensor:
        return self.loc - self.scale * ops.log(-ops.log(value))

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale) + 1 + np.euler_gamma

    @property
    def mean(self) -> ms.Tensor:
        return self.loc + self.scale * np.euler_gamma

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return math.pi**2 / 6 * self.scale**2

    @property
    def stddev(self) -> ms.Tensor:
        return math.pi / math.sqrt(6) * self.scale

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.gumbel(size=tuple(sample_shape) + self.loc.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Gumbel):
            return super()._kl(other)
        ratio, apart = self.scale / other.scale, (self.loc - other.loc) / other.scale
        power = ops.exp(lgamma(1 + ratio) - apart)
        return apart - ops.log(ratio) + ratio * np.euler_gamma + power - (1 + np.euler_gamma)
