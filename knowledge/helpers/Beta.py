import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, digamma, lgamma, standard_gamma
from mindspore import ops


class Beta(Distribution):
    """Numbers between 0 and 1, by the concentrations at 1 and at 0.

    Stands for torch.distributions.Beta. rsample carries gradients, sample does not.
    """

    stands_for = "Beta"
    has_rsample = True

    def __init__(self, concentration1, concentration0, validate_args=None):
        self.concentration1, self.concentration0 = broadcast_all(concentration1, concentration0)
        super().__init__(self.concentration1.shape)

    def _log_beta(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return lgamma(a) + lgamma(b) - lgamma(a + b)

    def log_prob(self, value) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        return (a - 1) * ops.log(value) + (b - 1) * ops.log1p(-value) - self._log_beta()

    def entropy(self) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        rest = (a - 1) * digamma(a) + (b - 1) * digamma(b)
        return self._log_beta() - rest + (a + b - 2) * digamma(a + b)

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

    def rsample(self, sample_shape=()) -> ms.Tensor:
        a, b = self.concentration1, self.concentration0
        one, one_slope = standard_gamma(a, sample_shape)
        zero, zero_slope = standard_gamma(b, sample_shape)
        total = one + zero
        value = ms.Tensor(np.clip(one / total, 1.1754944e-38, 1 - 5.9604645e-08), a.dtype)
        up = ms.Tensor(one_slope / total, a.dtype) * (a - ops.stop_gradient(a))
        down = ms.Tensor(zero_slope / total, b.dtype) * (b - ops.stop_gradient(b))
        return value + (1 - value) * up - value * down

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Beta):
            return super()._kl(other)
        a, b = self.concentration1, self.concentration0
        to_a, to_b = other.concentration1 - a, other.concentration0 - b
        result = other._log_beta() - self._log_beta() - to_a * digamma(a) - to_b * digamma(b)
        return result + (to_a + to_b) * digamma(a + b)
