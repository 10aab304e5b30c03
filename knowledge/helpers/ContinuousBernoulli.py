import math

import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class ContinuousBernoulli(Distribution):
    """Numbers from 0 to 1 whose density is that of a Bernoulli, made to add up to 1.

    Stands for torch.distributions.ContinuousBernoulli. rsample carries gradients, sample does not;
    for probabilities within lims Taylor's series takes the formulas' place.
    """

    stands_for = "ContinuousBernoulli"
    has_rsample = True

    def __init__(self, probs=None, logits=None, lims=(0.499, 0.501), validate_args=None):
        probs, self.logits = probs_and_logits(probs, logits, is_binary=True)
        eps = float(np.finfo(ms.dtype_to_nptype(probs.dtype)).eps)
        self.probs = ops.clamp(probs, eps, 1 - eps)
        self._lims = lims
        super().__init__(probs.shape)

    def _cases(self) -> tuple:
        """Where the formulas hold, probabilities (and their logits) that they hold for."""
        holds = ops.logical_or(self.probs <= self._lims[0], self.probs > self._lims[1])
        p = ops.where(holds, self.probs, ops.full_like(self.probs, self._lims[0]))
        return holds, p, ops.log(p) - ops.log1p(-p)

    def _log_norm(self) -> ms.Tensor:
        holds, p, logit = self._cases()
        square = (self.probs - 0.5) ** 2
        near = math.log(2) + (4 / 3 + 104 / 45 * square) * square
        return ops.where(holds, ops.log(ops.abs(logit)) - ops.log(ops.abs(1 - 2 * p)), near)

    @property
    def mean(self) -> ms.Tensor:
        holds, p, logit = self._cases()
        x = self.probs - 0.5
        return ops.where(holds, p / (2 * p - 1) - 1 / logit, 0.5 + (1 / 3 + 16 / 45 * x**2) * x)

    @property
    def variance(self) -> ms.Tensor:
        holds, p, logit = self._cases()
        square = (self.probs - 0.5) ** 2
        near = 1 / 12 - (1 / 15 - 128 / 945 * square) * square
        return ops.where(holds, p * (p - 1) / (1 - 2 * p) ** 2 + 1 / logit**2, near)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.random_sample(tuple(sample_shape) + self.probs.shape)
        return self.icdf(ms.Tensor(drawn, self.probs.dtype))

    def log_prob(self, value) -> ms.Tensor:
        return value * self.logits - ops.softplus(self.logits) + self._log_norm()

    def cdf(self, value) -> ms.Tensor:
        holds, p, _ = self._cases()
        inside = (p**value * (1 - p) ** (1 - value) + p - 1) / (2 * p - 1)
        return ops.clamp(ops.where(holds, inside, value), 0.0, 1.0)

    def icdf(self, value) -> ms.Tensor:
        holds, p, logit = self._cases()
        inside = (ops.log1p(value * (2 * p - 1) - p) - ops.log1p(-p)) / logit
        return ops.where(holds, inside, value)

    def entropy(self) -> ms.Tensor:
        return -self.mean * self.logits - self._log_norm() - ops.log1p(-self.probs)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, ContinuousBernoulli):
            return super()._kl(other)
        result = self.mean * (self.logits - other.logits) + self._log_norm() - other._log_norm()
        return result + ops.log1p(-self.probs) - ops.log1p(-other.probs)
