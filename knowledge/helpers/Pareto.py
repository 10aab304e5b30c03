import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Pareto:
    """Pareto's distribution, by scale and alpha.

    Stands for torch.distributions.Pareto. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, scale, alpha, validate_args=None):
        given = [x for x in (scale, alpha) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(scale), np.shape(alpha)), dtype)
        self.scale, self.alpha = zeros + scale, zeros + alpha
        self.batch_shape = zeros.shape

    def log_prob(self, value) -> ms.Tensor:
        return (
            ops.log(self.alpha)
            + self.alpha * ops.log(self.scale)
            - (self.alpha + 1) * ops.log(value)
        )

    def cdf(self, value) -> ms.Tensor:
        return 1 - (self.scale / value) ** self.alpha

    def icdf(self, value) -> ms.Tensor:
        return self.scale * ops.exp(-ops.log1p(-value) / self.alpha)

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale / self.alpha) + 1 + 1 / self.alpha

    @property
    def mean(self) -> ms.Tensor:
        mean = self.alpha * self.scale / (self.alpha - 1)
        return ops.where(self.alpha > 1, mean, ops.full_like(mean, math.inf))

    @property
    def mode(self) -> ms.Tensor:
        return self.scale

    @property
    def variance(self) -> ms.Tensor:
        a = self.alpha
        var = self.scale**2 * a / ((a - 1) ** 2 * (a - 2))
        return ops.where(a > 2, var, ops.full_like(var, math.inf))

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = ms.Tensor(
            np.random.exponential(size=tuple(sample_shape) + self.scale.shape), ms.float32
        )
        return self.scale * ops.exp(drawn / self.alpha)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        new.alpha = self.alpha.broadcast_to(new.batch_shape)
        return new
