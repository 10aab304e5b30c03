import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class StudentT:
    """Student's distribution, by its degrees of freedom, loc and scale.

    Stands for torch.distributions.StudentT. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        given = [x for x in (df, loc, scale) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(df), np.shape(loc), np.shape(scale)), dtype)
        self.df, self.loc, self.scale = zeros + df, zeros + loc, zeros + scale
        self.batch_shape = zeros.shape

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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

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

    def rsample(self, sample_shape=()) -> ms.Tensor:
        half = self.df / 2
        drawn, slope = self._gamma(half, sample_shape)
        moved = ms.Tensor(slope, half.dtype) * (half - ops.stop_gradient(half))
        spread = (ms.Tensor(np.maximum(drawn, 1.1754944e-38), half.dtype) + moved) / half
        noise = ops.standard_normal(tuple(sample_shape) + self.df.shape).astype(self.df.dtype)
        return self.loc + self.scale * noise * ops.rsqrt(spread)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df = self.df.broadcast_to(new.batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
