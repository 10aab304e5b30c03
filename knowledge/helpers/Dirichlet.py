import mindspore as ms
import numpy as np
from helper import Distribution, digamma, lgamma, standard_gamma
from mindspore import ops


class Dirichlet(Distribution):
    """Distributions of shares that add up to 1, by their concentrations along the last axis.

    Stands for torch.distributions.Dirichlet. rsample carries gradients, sample does not.
    """

    stands_for = "Dirichlet"
    has_rsample = True

    def __init__(self, concentration, validate_args=None):
        self.concentration = concentration
        super().__init__(concentration.shape[:-1], concentration.shape[-1:])

    def _log_beta(self) -> ms.Tensor:
        c = self.concentration
        return lgamma(c).sum(-1) - lgamma(c.sum(-1))

    def log_prob(self, value) -> ms.Tensor:
        power = self.concentration - 1
        terms = ops.where(power == 0, ops.zeros_like(value), power * ops.log(value))
        return terms.sum(-1) - self._log_beta()

    def entropy(self) -> ms.Tensor:
        c = self.concentration
        total, size = c.sum(-1), c.shape[-1]
        rest = ((c - 1) * digamma(c)).sum(-1)
        return self._log_beta() - (size - total) * digamma(total) - rest

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

    def rsample(self, sample_shape=()) -> ms.Tensor:
        c = self.concentration
        drawn, slope = standard_gamma(c, sample_shape)
        total = drawn.sum(-1, keepdims=True)
        value = ms.Tensor(np.maximum(drawn / total, 1.1754944e-38), c.dtype)
        moved = ms.Tensor(slope / total, c.dtype) * (c - ops.stop_gradient(c))
        return value + moved - value * moved.sum(-1, keepdims=True)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Dirichlet):
            return super()._kl(other)
        c, difference = self.concentration, self.concentration - other.concentration
        slope = digamma(c) - digamma(c.sum(-1, keepdims=True))
        return other._log_beta() - self._log_beta() + (difference * slope).sum(-1)
