import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Dirichlet:
    """Distributions of shares that add up to 1, by their concentrations along the last axis.

    Stands for torch.distributions.Dirichlet. rsample carries gradients, sample does not.
    """

    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        self.batch_shape = concentration.shape[:-1]
        self.event_shape = self.concentration.shape[-1:]

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
        c = self.concentration
        return self._lgamma(c).sum(-1) - self._lgamma(c.sum(-1))

    def log_prob(self, value) -> ms.Tensor:
        power = self.concentration - 1
        terms = ops.where(power == 0, ops.zeros_like(value), power * ops.log(value))
        return terms.sum(-1) - self._log_beta()

    def entropy(self) -> ms.Tensor:
        c = self.concentration
        total, size = c.sum(-1), c.shape[-1]
        rest = ((c - 1) * self._digamma(c)).sum(-1)
        return self._log_beta() - (size - total) * self._digamma(total) - rest

    @property
    def mean(self) -> ms.Tensor:
        return self.concentration / self.concentration.sum(-1, keepdims=True)

    @property
    def mode(self) -> ms.Tensor:
        less = ops.clamp(self.concentration - 1, min=0.0)
        mode = less / less.sum(-1, keepdims=True)
        # Where no concentration reaches 1, torch names the first corner.
        first = (ops.arange(less.shape[-1]) == 0).astype(less.dtype)
        flat = (self.concentration < 1).all(-1).expand_dims(-1)
        return ops.where(flat, first, mode)

    @property
    def variance(self) -> ms.Tensor:
        total = self.concentration.sum(-1, keepdims=True)
        rest = total - self.concentration
        return self.concentration * rest / (total**2 * (total + 1))

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
        total = drawn.sum(-1, keepdims=True)
        value = ms.Tensor(np.maximum(drawn / total, 1.1754944e-38), c.dtype)
        moved = ms.Tensor(slope / total, c.dtype) * (c - ops.stop_gradient(c))
        return value + moved - value * moved.sum(-1, keepdims=True)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration = self.concentration.broadcast_to(
            new.batch_shape + self.concentration.shape[-1:]
        )
        return new
