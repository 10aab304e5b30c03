import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Chi2:
    """The chi-squared distribution, by its degrees of freedom.

    Stands for torch.distributions.Chi2, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, df, validate_args=None):
        self.df = ops.ones(np.shape(df), ms.float32) * df
        self.batch_shape = self.df.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        half = self.df / 2
        return (half - 1) * ops.log(value) - value / 2 - half * math.log(2) - self._lgamma(half)

    def mean(self) -> ms.Tensor:
        return self.df

    def mode(self) -> ms.Tensor:
        return ops.clamp(self.df - 2, min=0.0)

    def var(self) -> ms.Tensor:
        return 2 * self.df

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        drawn = np.random.chisquare(self.df.asnumpy(), tuple(shape) + self.df.shape)
        return ms.Tensor(drawn, ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df = self.df.broadcast_to(new.batch_shape)
        return new
