import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class Uniform:
    """Numbers from low (inclusive) to high (exclusive), all equally likely.

    Stands for torch.distributions.Uniform. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        given = [x for x in (low, high) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(low), np.shape(high)), dtype)
        self.low, self.high = zeros + low, zeros + high
        self.batch_shape = zeros.shape

    @property
    def mean(self) -> ms.Tensor:
        return (self.high + self.low) / 2

    @property
    def mode(self) -> ms.Tensor:
        return ops.full_like(self.low, np.nan)

    @property
    def stddev(self) -> ms.Tensor:
        return (self.high - self.low) / 12**0.5

    @property
    def variance(self) -> ms.Tensor:
        return (self.high - self.low) ** 2 / 12

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

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

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.low = self.low.broadcast_to(new.batch_shape)
        new.high = self.high.broadcast_to(new.batch_shape)
        return new
