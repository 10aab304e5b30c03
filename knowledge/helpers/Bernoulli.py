import math

import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class Bernoulli(Distribution):
    """1 or 0, by the probability of a 1 or its logit.

    Stands for torch.distributions.Bernoulli. Samples come from numpy.
    """

    stands_for = "Bernoulli"
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = probs_and_logits(probs, logits, is_binary=True)
        super().__init__(self.probs.shape)

    def log_prob(self, value) -> ms.Tensor:
        rest = ops.log1p(ops.exp(-ops.abs(self.logits)))
        return value * self.logits - ops.relu(self.logits) - rest

    def entropy(self) -> ms.Tensor:
        return -self.log_prob(self.probs)

    @property
    def mean(self) -> ms.Tensor:
        return self.probs

    @property
    def mode(self) -> ms.Tensor:
        mode = (self.probs >= 0.5).astype(self.probs.dtype)
        return ops.where(self.probs == 0.5, ops.full_like(mode, math.nan), mode)

    @property
    def variance(self) -> ms.Tensor:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.random_sample(tuple(sample_shape) + self.probs.shape)
        return ms.Tensor(drawn < self.probs.asnumpy(), self.probs.dtype)

    def enumerate_support(self, expand=True) -> ms.Tensor:
        values = ops.arange(2).astype(self.probs.dtype)
        values = values.reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Bernoulli):
            return super()._kl(other)
        p, q = self.probs, other.probs
        ones = p * (ops.softplus(-other.logits) - ops.softplus(-self.logits))
        ones = ops.where(q == 0, ops.full_like(ones, math.inf), ones)
        zeros = (1 - p) * (ops.softplus(other.logits) - ops.softplus(self.logits))
        zeros = ops.where(q == 1, ops.full_like(zeros, math.inf), zeros)
        result = ops.where(p == 0, ops.zeros_like(ones), ones)
        return result + ops.where(p == 1, ops.zeros_like(zeros), zeros)
