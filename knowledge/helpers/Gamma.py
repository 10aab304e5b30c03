import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Gamma:
    """Positive numbers, by concentration and rate.

    Stands for torch.distributions.Gamma. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, concentration, rate, validate_args=None):
        given = [x for x in (concentration, rate) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(concentration), np.shape(rate)), dtype)
        self.concentration, self.rate = zeros + concentration, zeros + rate
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

    def log_prob(self, value) -> ms.Tensor:
        a, rate = self.concentration, self.rate
        return a * ops.log(rate) + (a - 1) * ops.log(value) - rate * value - self._lgamma(a)

    def entropy(self) -> ms.Tensor:
        a = self.concentration
        return a - ops.log(self.rate) + self._lgamma(a) + (1 - a) * self._digamma(a)

    @property
    def mean(self) -> ms.Tensor:
        return self.concentration / self.rate

    @property
    def mode(self) -> ms.Tensor:
        return ops.clamp((self.concentration - 1) / self.rate, min=0.0)

    @property
    def variance(self) -> ms.Tensor:
        return self.concentration / self.rate**2

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
        c = self.concentration
        drawn, slope = self._gamma(c, sample_shape)
        moved = ms.Tensor(slope, c.dtype) * (c - ops.stop_gradient(c))
        return (ms.Tensor(np.maximum(drawn, 1.1754944e-38), c.dtype) + moved) / self.rate

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        new.rate = self.rate.broadcast_to(new.batch_shape)
        return new
