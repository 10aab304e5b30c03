import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class Laplace(Distribution):
    """Numbers that fall off exponentially on both sides, by loc and scale.

    Stands for torch.distributions.Laplace. rsample carries gradients, sample does not.
    """

    stands_for = "Laplace"
    has_rsample = True

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = broadcast_all(loc, scale)
        super().__init__(self.loc.shape)

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

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.laplace(size=tuple(sample_shape) + self.loc.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def _kl(self, other) -> ms.Tensor:
        if isinstance(other, Laplace):
            distance, ratio = ops.abs(self.loc - other.loc), self.scale / other.scale
            near = ratio * ops.exp(-distance / self.scale)
            return near + distance / other.scale - ops.log(ratio) - 1
        if other.stands_for == "Normal":
            square = 2 * self.scale**2 + (self.loc - other.loc) ** 2
            result = 0.5 * math.log(2 * math.pi) + square / (2 * other.scale**2)
            return result - ops.log(self.scale / other.scale) - 1 - math.log(2)
        return super()._kl(other)
