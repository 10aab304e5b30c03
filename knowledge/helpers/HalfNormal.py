import math

import mindspore as ms
from helper import Distribution, broadcast_all, erfinv
from mindspore import ops


class HalfNormal(Distribution):
    """The absolute values of normal numbers around 0.

    Stands for torch.distributions.HalfNormal. rsample carries gradients, sample does not.
    """

    stands_for = "HalfNormal"
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        (self.scale,) = broadcast_all(scale)
        super().__init__(self.scale.shape)

    def log_prob(self, value) -> ms.Tensor:
        square = (value / self.scale) ** 2
        inside = -0.5 * square - ops.log(self.scale) + 0.5 * math.log(2 / math.pi)
        return ops.where(value >= 0, inside, ops.full_like(inside, -math.inf))

    def cdf(self, value) -> ms.Tensor:
        return ops.erf(value / (self.scale * math.sqrt(2)))

    def icdf(self, prob) -> ms.Tensor:
        return self.scale * math.sqrt(2) * erfinv(prob)

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale) + 0.5 * math.log(math.pi / 2) + 0.5

    @property
    def mean(self) -> ms.Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.scale)

    @property
    def variance(self) -> ms.Tensor:
        return self.scale**2 * (1 - 2 / math.pi)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.scale.shape).astype(self.scale.dtype)
        return ops.abs(noise) * self.scale

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, HalfNormal):
            return super()._kl(other)
        ratio = (self.scale / other.scale) ** 2
        return 0.5 * (ratio - 1 - ops.log(ratio))
