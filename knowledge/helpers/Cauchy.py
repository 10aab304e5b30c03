import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Cauchy:
    """The ratios of two normal numbers: heavy tails around loc, without a mean.

    Stands for torch.distributions.Cauchy. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        given = [x for x in (loc, scale) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(loc), np.shape(scale)), dtype)
        self.loc, self.scale = zeros + loc, zeros + scale
        self.batch_shape = zeros.shape

    @property
    def mean(self) -> ms.Tensor:
        return ops.full_like(self.loc, math.nan)

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return ops.full_like(self.loc, math.inf)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.full_like(self.loc, math.inf)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.standard_cauchy(tuple(sample_shape) + self.loc.shape)
        return self.loc + ms.Tensor(drawn, self.loc.dtype) * self.scale

    def log_prob(self, value) -> ms.Tensor:
        square = ((value - self.loc) / self.scale) ** 2
        return -math.log(math.pi) - ops.log(self.scale) - ops.log1p(square)

    def cdf(self, value) -> ms.Tensor:
        return ops.atan((value - self.loc) / self.scale) / math.pi + 0.5

    def icdf(self, value) -> ms.Tensor:
        return ops.tan(math.pi * (value - 0.5)) * self.scale + self.loc

    def entropy(self) -> ms.Tensor:
        return math.log(4 * math.pi) + ops.log(self.scale)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
