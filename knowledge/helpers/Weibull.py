import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Weibull:
    """Weibull's distribution, by scale and concentration.

    Stands for torch.distributions.Weibull. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, scale, concentration, validate_args=None):
        given = [x for x in (scale, concentration) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(scale), np.shape(concentration)), dtype)
        self.scale, self.concentration = zeros + scale, zeros + concentration
        self.batch_shape = zeros.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        k = self.concentration
        ratio = value / self.scale
        return ops.log(k / self.scale) + (k - 1) * ops.log(ratio) - ratio**k

    def cdf(self, value) -> ms.Tensor:
        return 1 - ops.exp(-((value / self.scale) ** self.concentration))

    def icdf(self, value) -> ms.Tensor:
        return self.scale * (-ops.log1p(-value)) ** (1 / self.concentration)

    def entropy(self) -> ms.Tensor:
        k = self.concentration
        return np.euler_gamma * (1 - 1 / k) + ops.log(self.scale / k) + 1

    @property
    def mean(self) -> ms.Tensor:
        return self.scale * ops.exp(self._lgamma(1 + 1 / self.concentration))

    @property
    def mode(self) -> ms.Tensor:
        k = self.concentration
        return self.scale * ((k - 1) / k) ** (1 / k)

    @property
    def variance(self) -> ms.Tensor:
        k = self.concentration
        square = ops.exp(2 * self._lgamma(1 + 1 / k))
        return self.scale**2 * (ops.exp(self._lgamma(1 + 2 / k)) - square)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = ms.Tensor(
            np.random.exponential(size=tuple(sample_shape) + self.scale.shape), ms.float32
        )
        return self.scale * drawn ** (1 / self.concentration)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        return new
