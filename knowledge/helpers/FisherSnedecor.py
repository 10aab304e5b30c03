import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma, standard_gamma
from mindspore import ops


class FisherSnedecor(Distribution):
    """Fisher and Snedecor's distribution, by its two degrees of freedom.

    Stands for torch.distributions.FisherSnedecor. rsample carries gradients, sample does not.
    """

    stands_for = "FisherSnedecor"
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        self.df1, self.df2 = broadcast_all(df1, df2)
        super().__init__(self.df1.shape)

    def log_prob(self, value) -> ms.Tensor:
        first, second = self.df1 / 2, self.df2 / 2
        ratio = self.df1 / self.df2
        beta = lgamma(first) + lgamma(second) - lgamma(first + second)
        rest = (first - 1) * ops.log(value) - (first + second) * ops.log1p(ratio * value)
        return first * ops.log(ratio) + rest - beta

    @property
    def mean(self) -> ms.Tensor:
        mean = self.df2 / (self.df2 - 2)
        return ops.where(self.df2 > 2, mean, ops.full_like(mean, math.nan))

    @property
    def mode(self) -> ms.Tensor:
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return ops.where(self.df1 > 2, mode, ops.full_like(mode, math.nan))

    @property
    def variance(self) -> ms.Tensor:
        d = self.df2
        var = 2 * d**2 * (self.df1 + d - 2) / (self.df1 * (d - 2) ** 2 * (d - 4))
        return ops.where(d > 4, var, ops.full_like(var, math.nan))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        parts = []
        for df in (self.df1, self.df2):
            drawn, slope = standard_gamma(df / 2, sample_shape)
            moved = ms.Tensor(slope, df.dtype) * (df - ops.stop_gradient(df)) / 2
            parts.append((ms.Tensor(np.maximum(drawn, 1.1754944e-38), df.dtype) + moved) / df)
        return parts[0] / parts[1]
