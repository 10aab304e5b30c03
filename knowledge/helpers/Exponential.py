import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class Exponential:
    """Waiting times, by the rate at which what is waited for comes.

    Stands for torch.distributions.Exponential. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, rate, validate_args=None):
        self.rate = rate if isinstance(rate, ms.Tensor) else ms.Tensor(rate, ms.float32)
        self.batch_shape = self.rate.shape

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

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

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

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
