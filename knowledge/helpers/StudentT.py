import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class StudentT:
    """Student's distribution, by its degrees of freedom, loc and scale.

    Stands for torch.distributions.StudentT, with the methods of MindSpore's distributions.
    Samples carry gradients to loc and scale, and none to df.
    """

    event_shape = ()

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        shape = np.broadcast_shapes(np.shape(df), np.shape(loc), np.shape(scale))
        self.df = ops.ones(shape, ms.float32) * df
        self.loc = ops.ones(shape, ms.float32) * loc
        self.scale = ops.ones(shape, ms.float32) * scale
        self.batch_shape = shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def _digamma(self, x) -> ms.Tensor:
        y = x + 8
        series = ops.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4)
        for step in range(8):
            series = series - 1 / (x + step)
        return series

    def _log_norm(self) -> ms.Tensor:
        half = 0.5 * self.df
        rest = self._lgamma(half) - self._lgamma(half + 0.5)
        return ops.log(self.scale) + 0.5 * ops.log(self.df) + 0.5 * math.log(math.pi) + rest

    def log_prob(self, value) -> ms.Tensor:
        y = (value - self.loc) / self.scale
        return -0.5 * (self.df + 1) * ops.log1p(y**2 / self.df) - self._log_norm()

    def entropy(self) -> ms.Tensor:
        half = 0.5 * self.df
        slope = self._digamma(half + 0.5) - self._digamma(half)
        return self._log_norm() + 0.5 * (self.df + 1) * slope

    def mean(self) -> ms.Tensor:
        return ops.where(self.df <= 1, ops.full_like(self.loc, math.nan), self.loc)

    def mode(self) -> ms.Tensor:
        return self.loc

    def var(self) -> ms.Tensor:
        var = self.scale**2 * self.df / (self.df - 2)
        var = ops.where(self.df <= 2, ops.full_like(var, math.inf), var)
        return ops.where(self.df <= 1, ops.full_like(var, math.nan), var)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        drawn = np.random.standard_t(self.df.asnumpy(), tuple(shape) + self.df.shape)
        return self.loc + self.scale * ms.Tensor(drawn, self.loc.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df = self.df.broadcast_to(new.batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
