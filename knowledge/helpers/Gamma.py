import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, digamma, lgamma, standard_gamma
from mindspore import ops


class Gamma(Distribution):
    """Positive numbers, by concentration and rate.

    Stands for torch.distributions.Gamma. rsample carries gradients, sample does not.
    """

    stands_for = "Gamma"
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = broadcast_all(concentration, rate)
        super().__init__(self.rate.shape)

    def log_prob(self, value) -> ms.Tensor:
        a, rate = self.concentration, self.rate
        return a * ops.log(rate) + (a - 1) * ops.log(value) - rate * value - lgamma(a)

    def entropy(self) -> ms.Tensor:
        a = self.concentration
        return a - ops.log(self.rate) + lgamma(a) + (1 - a) * digamma(a)

    def cdf(self, value) -> ms.Tensor:
        scaled = self.rate * value
        return ops.igamma(self.concentration + ops.zeros_like(scaled), scaled)

    @property
    def mean(self) -> ms.Tensor:
        return self.concentration / self.rate

    @property
    def mode(self) -> ms.Tensor:
        return ops.clamp((self.concentration - 1) / self.rate, min=0.0)

    @property
    def variance(self) -> ms.Tensor:
        return self.concentration / self.rate**2

    def rsample(self, sample_shape=()) -> ms.Tensor:
        c = self.concentration
        drawn, slope = standard_gamma(c, sample_shape)
        moved = ms.Tensor(slope, c.dtype) * (c - ops.stop_gradient(c))
        return (ms.Tensor(np.maximum(drawn, 1.1754944e-38), c.dtype) + moved) / self.rate

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Gamma):
            return super()._kl(other)
        a, b = self.concentration, other.concentration
        result = b * ops.log(self.rate / other.rate) + lgamma(b) - lgamma(a)
        return result + (a - b) * digamma(a) + (other.rate - self.rate) * (a / self.rate)
