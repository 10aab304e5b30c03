import math

import mindspore as ms
from helper import Distribution, broadcast_all, ndtri
from mindspore import ops


class Normal(Distribution):
    """Normally distributed numbers, by their mean (loc) and standard deviation (scale).

    Stands for torch.distributions.Normal. rsample carries gradients, sample does not.
    """

    stands_for = "Normal"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def stddev(self) -> ms.Tensor:
        return self.scale

    @property
    def variance(self) -> ms.Tensor:
        return self.scale**2

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.loc.shape)
        return self.loc + noise.astype(self.loc.dtype) * self.scale

    def log_prob(self, value) -> ms.Tensor:
        square = (value - self.loc) ** 2 / (2 * self.scale**2)
        return -square - ops.log(self.scale) - 0.5 * math.log(2 * math.pi)

    def cdf(self, value) -> ms.Tensor:
        return 0.5 * (1 + ops.erf((value - self.loc) / self.scale / math.sqrt(2)))

    def icdf(self, value) -> ms.Tensor:
        return self.loc + self.scale * ndtri(value)

    def entropy(self) -> ms.Tensor:
        return 0.5 + 0.5 * math.log(2 * math.pi) + ops.log(self.scale)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Normal):
            return super()._kl(other)
        ratio = (self.scale / other.scale) ** 2
        return 0.5 * (ratio + ((self.loc - other.loc) / other.scale) ** 2 - 1 - ops.log(ratio))
