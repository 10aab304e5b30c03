import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class FisherSnedecor:
    """Fisher and Snedecor's distribution, by its two degrees of freedom.

    Stands for torch.distributions.FisherSnedecor, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, df1, df2, validate_args=None):
        shape = np.broadcast_shapes(np.shape(df1), np.shape(df2))
        self.df1 = ops.ones(shape, ms.float32) * df1
        self.df2 = ops.ones(shape, ms.float32) * df2
        self.batch_shape = self.df2.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        first, second = self.df1 / 2, self.df2 / 2
        ratio = self.df1 / self.df2
        beta = self._lgamma(first) + self._lgamma(second) - self._lgamma(first + second)
        rest = (first - 1) * ops.log(value) - (first + second) * ops.log1p(ratio * value)
        return first * ops.log(ratio) + rest - beta

    def mean(self) -> ms.Tensor:
        mean = self.df2 / (self.df2 - 2)
        return ops.where(self.df2 > 2, mean, ops.full_like(mean, math.nan))

    def mode(self) -> ms.Tensor:
        mode = (self.df1 - 2) / self.df1 * self.df2 / (self.df2 + 2)
        return ops.where(self.df1 > 2, mode, ops.full_like(mode, math.nan))

    def var(self) -> ms.Tensor:
        d = self.df2
        var = 2 * d**2 * (self.df1 + d - 2) / (self.df1 * (d - 2) ** 2 * (d - 4))
        return ops.where(d > 4, var, ops.full_like(var, math.nan))

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        size = tuple(shape) + self.df1.shape
        return ms.Tensor(np.random.f(self.df1.asnumpy(), self.df2.asnumpy(), size), ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df1 = self.df1.broadcast_to(new.batch_shape)
        new.df2 = self.df2.broadcast_to(new.batch_shape)
        return new
