import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class LogNormal:
    """Numbers whose logarithms are normal, by the logarithms' loc and scale.

    Stands for torch.distributions.LogNormal. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        given = [x for x in (loc, scale) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(loc), np.shape(scale)), dtype)
        self.loc, self.scale = zeros + loc, zeros + scale
        self.batch_shape = zeros.shape

    def log_prob(self, value) -> ms.Tensor:
        log = ops.log(value)
        square = ((log - self.loc) / self.scale) ** 2
        return -0.5 * square - ops.log(self.scale) - 0.5 * math.log(2 * math.pi) - log

    def cdf(self, value) -> ms.Tensor:
        y = (ops.log(value) - self.loc) / self.scale
        return 0.5 * (1 + ops.erf(y / math.sqrt(2)))

    def icdf(self, value) -> ms.Tensor:
        return ops.exp(self.loc + self.scale * math.sqrt(2) * ops.erfinv(2 * value - 1))

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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.loc.shape).astype(self.loc.dtype)
        return ops.exp(self.loc + self.scale * noise)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
