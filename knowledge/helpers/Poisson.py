import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma
from mindspore import ops


class Poisson(Distribution):
    """Counts of events, by their rate.

    Stands for torch.distributions.Poisson. Samples come from numpy.
    """

    stands_for = "Poisson"

    def __init__(self, rate, validate_args=None):
        (self.rate,) = broadcast_all(rate)
        super().__init__(self.rate.shape)

    def log_prob(self, value) -> ms.Tensor:
        rate = ops.where(value == 0, ops.ones_like(self.rate), self.rate)
        return value * ops.log(rate) - self.rate - lgamma(value + 1)

    @property
    def mean(self) -> ms.Tensor:
        return self.rate

    @property
    def mode(self) -> ms.Tensor:
        return ops.floor(self.rate)

    @property
    def variance(self) -> ms.Tensor:
        return self.rate

    def sample(self, sample_shape=()) -> ms.Tensor:
        rate = self.rate.asnumpy()
        return ms.Tensor(np.random.poisson(rate, tuple(sample_shape) + rate.shape), self.rate.dtype)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Poisson):
            return super()._kl(other)
        return self.rate * (ops.log(self.rate) - ops.log(other.rate)) - (self.rate - other.rate)
