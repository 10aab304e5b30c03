import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Dirichlet:
    """Distributions of shares that add up to 1, by their concentrations along the last axis.

    Stands for torch.distributions.Dirichlet, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_dim = 1

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

    def mean(self) -> ms.Tensor:
        return self.concentration / self.concentration.sum(-1, keepdims=True)

    def mode(self) -> ms.Tensor:
        less = ops.clamp(self.concentration - 1, min=0.0)
        mode = less / less.sum(-1, keepdims=True)
        # Where no concentration reaches 1, torch names the first corner.
        first = (ops.arange(less.shape[-1]) == 0).astype(less.dtype)
        flat = (self.concentration < 1).all(-1).expand_dims(-1)
        return ops.where(flat, first, mode)

    def var(self) -> ms.Tensor:
        total = self.concentration.sum(-1, keepdims=True)
        rest = total - self.concentration
        return self.concentration * rest / (total**2 * (total + 1))

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        c = self.concentration
        drawn = np.random.gamma(c.asnumpy(), size=tuple(shape) + c.shape)
        return ms.Tensor(drawn / drawn.sum(-1, keepdims=True), c.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.concentration = self.concentration.broadcast_to(
            new.batch_shape + self.concentration.shape[-1:]
        )
        return new
