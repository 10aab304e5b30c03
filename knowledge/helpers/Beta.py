import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Beta:
    """Numbers between 0 and 1, by the concentrations at 1 and at 0.

    Stands for torch.distributions.Beta. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        given = [x for x in (concentration1, concentration0) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(
            np.broadcast_shapes(np.shape(concentration1), np.shape(concentration0)), dtype
        )
        self.concentration1, self.concentration0 = zeros + concentration1, zeros + concentration0
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

    def _log_beta(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return self._lgamma(a) + self._lgamma(b) - self._lgamma(a + b)

    def log_prob(self, value) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return (a - 1) * ops.log(value) + (b - 1) * ops.log1p(-value) - self._log_beta()

    def entropy(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        rest = (a - 1) * self._digamma(a) + (b - 1) * self._digamma(b)
        return self._log_beta() - rest + (a + b - 2) * self._digamma(a + b)

    @property
    def mean(self) -> ms.Tensor:
        return self.concentration1 / (self.concentration1 + self.concentration0)

    @property
    def mode(self) -> ms.Tensor:
        left = ops.clamp(self.concentration1 - 1, min=0.0)
        right = ops.clamp(self.concentration0 - 1, min=0.0)
        both = (self.concentration1 < 1) & (self.concentration0 < 1)
        return ops.where(both, ops.ones_like(left), left / (left + right))

    @property
    def variance(self) -> ms.Tensor:
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total**2 * (total + 1))

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
        a, b = self.concentration1, self.concentration0
        one, one_slope = self._gamma(a, sample_shape)
        zero, zero_slope = self._gamma(b, sample_shape)
        total = one + zero
        value = ms.Tensor(np.clip(one / total, 1.1754944e-38, 1 - 5.9604645e-08), a.dtype)
        up = ms.Tensor(one_slope / total, a.dtype) * (a - ops.stop_gradient(a))
        down = ms.Tensor(zero_slope / total, b.dtype) * (b - ops.stop_gradient(b))
        return value + (1 - value) * up - value * down

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration1 = self.concentration1.broadcast_to(new.batch_shape)
        new.concentration0 = self.concentration0.broadcast_to(new.batch_shape)
        return new
