import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Gumbel:
    """The greatest of many numbers, by loc and scale.

    Stands for torch.distributions.Gumbel. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        given = [x for x in (loc, scale) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(loc), np.shape(scale)), dtype)
        self.loc, self.scale = zeros + loc, zeros + scale
        self.batch_shape = zeros.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

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

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.gumbel(size=tuple(sample_shape) + self.loc.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
