import math

import mindspore as ms
from helper import Distribution, broadcast_all, ndtri
from mindspore import ops


class LogNormal(Distribution):
    """Numbers whose logarithms are normal, by the logarithms' loc and scale.

    Stands for torch.distributions.LogNormal. rsample carries gradients, sample does not.
    """

    stands_for = "LogNormal"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape)

    def log_prob(self, value) -> ms.Tensor:
        log = ops.log(value)
        square = ((log - self.loc) / self.scale) ** 2
        return -0.5 * square - ops.log(self.scale) - 0.5 * math.log(2 * math.pi) - log

    def cdf(self, value) -> ms.Tensor:
        y = (ops.log(value) - self.loc) / self.scale
        return 0.5 * (1 + ops.erf(y / math.sqrt(2)))

    def icdf(self, value) -> ms.Tensor:
        return ops.exp(self.loc + self.scale * ndtri(value))

    def entropy(self) -> ms.Tensor:
        return 0.5 + 0.5 * math.log(2 * math.pi) + ops.log(self.scale) + self.loc

    @property
    def mean(self) -> ms.Tensor:
        return ops.exp(self.loc + self.scale**2 / 2)

    @property
    def mode(self) -> ms.Tensor:
        return ops.exp(self.loc - self.scale**2)

    @property
    def variance(self) -> ms.Tensor:
        square = self.scale**2
        return ops.expm1(square) * ops.exp(2 * self.loc + square)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.loc.shape).astype(self.loc.dtype)
        return ops.exp(self.loc + self.scale * noise)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, LogNormal):
            return super()._kl(other)
        ratio = (self.scale / other.scale) ** 2
        return 0.5 * (ratio + ((self.loc - other.loc) / other.scale) ** 2 - 1 - ops.log(ratio))
