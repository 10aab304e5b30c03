import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class Exponential(Distribution):
    """Waiting times, by the rate at which what is waited for comes.

    Stands for torch.distributions.Exponential. rsample carries gradients, sample does not.
    """

    stands_for = "Exponential"
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape)

    @property
    def mean(self) -> ms.Tensor:
        return 1 / self.rate

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.rate)

    @property
    def stddev(self) -> ms.Tensor:
        return 1 / self.rate

    @property
    def variance(self) -> ms.Tensor:
        return self.rate**-2

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.exponential(size=tuple(sample_shape) + self.rate.shape)
        return ms.Tensor(drawn, self.rate.dtype) / self.rate

    def log_prob(self, value) -> ms.Tensor:
        return ops.log(self.rate) - self.rate * value

    def cdf(self, value) -> ms.Tensor:
        return 1 - ops.exp(-self.rate * value)

    def icdf(self, value) -> ms.Tensor:
        return -ops.log1p(-value) / self.rate

    def entropy(self) -> ms.Tensor:
        return 1 - ops.log(self.rate)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Exponential):
            return super()._kl(other)
        ratio = other.rate / self.rate
        return ratio - ops.log(ratio) - 1
