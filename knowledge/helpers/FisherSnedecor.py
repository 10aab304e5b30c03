import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class FisherSnedecor:
    """Fisher and Snedecor's distribution, by its two degrees of freedom.

    Stands for torch.distributions.FisherSnedecor. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, df1, df2, validate_args=None):
        given = [x for x in (df1, df2) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(df1), np.shape(df2)), dtype)
        self.df1, self.df2 = zeros + df1, zeros + df2
        self.batch_shape = zeros.shape

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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def _gamma(self, concentration, sample_shape) -> tuple:
        """Gamma numbers of rate 1, and their slopes by the concentration, of numpy.

        A number moves with its concentration so that its share of the smaller ones stays the same.
        """
        c = concentration.asnumpy().astype(np.float64)
        drawn = np.maximum(np.random.standard_gamma(c, tuple(sample_shape) + c.shape), 1e-300)
        log, y = np.log(drawn), c + 9
        digamma = np.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4) - 1 / (252 * y**6)
        for step in range(1, 9):
            digamma = digamma - 1 / (c + step)
        # The series of the incomplete gamma function, until its terms are nothing.
        last = np.max(drawn - c + 10 * np.sqrt(np.maximum(drawn, c)), initial=0.0)
        term, total = np.ones_like(drawn), np.zeros_like(drawn)
        for step in range(1, int(last) + 60):
            total = total + term * (log - digamma)
            digamma = digamma + 1 / (c + step)
            term = term * drawn / (c + step)
        return drawn, -drawn / c * total

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        parts = []
        for df in (self.df1, self.df2):
            drawn, slope = self._gamma(df / 2, sample_shape)
            moved = ms.Tensor(slope, df.dtype) * (df - ops.stop_gradient(df)) / 2
            parts.append((ms.Tensor(np.maximum(drawn, 1.1754944e-38), df.dtype) + moved) / df)
        return parts[0] / parts[1]

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df1 = self.df1.broadcast_to(new.batch_shape)
        new.df2 = self.df2.broadcast_to(new.batch_shape)
        return new
