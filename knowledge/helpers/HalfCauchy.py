import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class HalfCauchy(Distribution):
    """The absolute values of Cauchy numbers around 0.

    Stands for torch.distributions.HalfCauchy. rsample carries gradients, sample does not.
    """

    stands_for = "HalfCauchy"
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        (self.scale,) = broadcast_all(scale)
        super().__init__(self.scale.shape)

    def log_prob(self, value) -> ms.Tensor:
        square = (value / self.scale) ** 2
        inside = math.log(2 / math.pi) - ops.log(self.scale) - ops.log1p(square)
        return ops.where(value >= 0, inside, ops.full_like(inside, -math.inf))

    def cdf(self, value) -> ms.Tensor:
        return 2 / math.pi * ops.atan(value / self.scale)

    def icdf(self, prob) -> ms.Tensor:
        return self.scale * ops.tan(math.pi / 2 * prob)

    def entropy(self) -> ms.Tensor:
        return math.log(2 * math.pi) + ops.log(self.scale)

    @property
    def mean(self) -> ms.Tensor:
        return ops.full_like(self.scale, math.inf)

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.scale)

    @property
    def variance(self) -> ms.Tensor:
        return ops.full_like(self.scale, math.inf)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.abs(np.random.standard_cauchy(tuple(sample_shape) + self.scale.shape))
        return ms.Tensor(drawn, self.scale.dtype) * self.scale
