import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, digamma, lgamma, standard_gamma
from mindspore import ops


class StudentT(Distribution):
    """Student's distribution, by its degrees of freedom, loc and scale.

    Stands for torch.distributions.StudentT. rsample carries gradients, sample does not.
    """

    stands_for = "StudentT"
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = broadcast_all(df, loc, scale)
        super().__init__(self.df.shape)

    def _log_norm(self) -> ms.Tensor:
        half = 0.5 * self.df
        rest = lgamma(half) - lgamma(half + 0.5)
        return ops.log(self.scale) + 0.5 * ops.log(self.df) + 0.5 * math.log(math.pi) + rest

    def log_prob(self, value) -> ms.Tensor:
        y = (value - self.loc) / self.scale
        return -0.5 * (self.df + 1) * ops.log1p(y**2 / self.df) - self._log_norm()

    def entropy(self) -> ms.Tensor:
        half = 0.5 * self.df
        slope = digamma(half + 0.5) - digamma(half)
        return self._log_norm() + 0.5 * (self.df + 1) * slope

    @property
    def mean(self) -> ms.Tensor:
        return ops.where(self.df <= 1, ops.full_like(self.loc, math.nan), self.loc)

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        var = self.scale**2 * self.df / (self.df - 2)
        var = ops.where(self.df <= 2, ops.full_like(var, math.inf), var)
        return ops.where(self.df <= 1, ops.full_like(var, math.nan), var)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        half = self.df / 2
        drawn, slope = standard_gamma(half, sample_shape)
        moved = ms.Tensor(slope, half.dtype) * (half - ops.stop_gradient(half))
        spread = (ms.Tensor(np.maximum(drawn, 1.1754944e-38), half.dtype) + moved) / half
        noise = ops.standard_normal(tuple(sample_shape) + self.df.shape).astype(self.df.dtype)
        return self.loc + self.scale * noise * ops.rsqrt(spread)
