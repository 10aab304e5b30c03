import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Laplace:
    """Numbers that fall off exponentially on both sides, by loc and scale.

    Stands for torch.distributions.Laplace, with the methods of MindSpore's distributions.
    Samples carry gradients.
    """

    event_shape = ()

    def __init__(self, loc, scale, validate_args=None):
        shape = np.broadcast_shapes(np.shape(loc), np.shape(scale))
        self.loc = ops.ones(shape, ms.float32) * loc
        self.scale = ops.ones(shape, ms.float32) * scale
        self.batch_shape = shape

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

    def mean(self) -> ms.Tensor:
        return self.loc

    def mode(self) -> ms.Tensor:
        return self.loc

    def var(self) -> ms.Tensor:
        return 2 * self.scale**2

    def sd(self) -> ms.Tensor:
        return math.sqrt(2) * self.scale

    def sample(self, shape=()) -> ms.Tensor:
        drawn = np.random.laplace(size=tuple(shape) + self.loc.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
