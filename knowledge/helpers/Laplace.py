import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Laplace:
    """Numbers that fall off exponentially on both sides, by loc and scale.

    Stands for torch.distributions.Laplace. rsample carries gradients, sample does not.
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
        return -ops.log(2 * self.scale) - ops.abs(value - self.loc) / self.scale

    def cdf(self, value) -> ms.Tensor:
        distance = value - self.loc
        tail = ops.exp(-ops.abs(distance) / self.scale) - 1
        return 0.5 - 0.5 * ops.sign(distance) * tail

    def icdf(self, value) -> ms.Tensor:
        side = value - 0.5
        return self.loc - self.scale * ops.sign(side) * ops.log1p(-2 * ops.abs(side))

    def entropy(self) -> ms.Tensor:
        return 1 + ops.log(2 * self.scale)

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return 2 * self.scale**2

    @property
    def stddev(self) -> ms.Tensor:
        return math.sqrt(2) * self.scale

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.laplace(size=tuple(sample_shape) + self.loc.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
