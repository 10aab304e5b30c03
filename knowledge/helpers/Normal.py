import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Normal:
    """Normally distributed numbers, by their mean (loc) and standard deviation (scale).

    Stands for torch.distributions.Normal. rsample carries gradients, sample does not.
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
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def stddev(self) -> ms.Tensor:
        return self.scale

    @property
    def variance(self) -> ms.Tensor:
        return self.scale**2

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.loc.shape)
        return self.loc + noise.astype(self.loc.dtype) * self.scale

    def log_prob(self, value) -> ms.Tensor:
        square = (value - self.loc) ** 2 / (2 * self.scale**2)
        return -square - ops.log(self.scale) - 0.5 * math.log(2 * math.pi)

    def cdf(self, value) -> ms.Tensor:
        return 0.5 * (1 + ops.erf((value - self.loc) / self.scale / math.sqrt(2)))

    def icdf(self, value) -> ms.Tensor:
        return self.loc + self.scale * ops.erfinv(2 * value - 1) * math.sqrt(2)

    def entropy(self) -> ms.Tensor:
        return 0.5 + 0.5 * math.log(2 * math.pi) + ops.log(self.scale)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
