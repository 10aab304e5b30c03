import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Chi2:
    """The chi-squared distribution, by its degrees of freedom.

    Stands for torch.distributions.Chi2. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, df, validate_args=None):
        self.df = df if isinstance(df, ms.Tensor) else ms.Tensor(df, ms.float32)
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

    def _digamma(self, x) -> ms.Tensor:
        y = x + 8
        series = ops.log(y) - 1 / (2 * y) - 1 / (12 * y**2) + 1 / (120 * y**4)
        for step in range(8):
            series = series - 1 / (x + step)
        return series

    def entropy(self) -> ms.Tensor:
        half = self.df / 2
        return half + math.log(2) + self._lgamma(half) + (1 - half) * self._digamma(half)

    @property
    def concentration(self) -> ms.Tensor:
        return self.df / 2

    @property
    def rate(self) -> ms.Tensor:
        return ops.full_like(self.df, 0.5)

    @property
    def mean(self) -> ms.Tensor:
        return self.df

    @property
    def mode(self) -> ms.Tensor:
        return ops.clamp(self.df - 2, min=0.0)

    @property
    def variance(self) -> ms.Tensor:
        return 2 * self.df

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
        half = self.df / 2
        drawn, slope = self._gamma(half, sample_shape)
        moved = ms.Tensor(slope, half.dtype) * (half - ops.stop_gradient(half))
        return 2 * (ms.Tensor(np.maximum(drawn, 1.1754944e-38), half.dtype) + moved)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.df = self.df.broadcast_to(new.batch_shape)
        return new
