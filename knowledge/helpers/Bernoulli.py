import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Bernoulli:
    """1 or 0, by the probability of a 1 or its logit.

    Stands for torch.distributions.Bernoulli. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs if isinstance(probs, ms.Tensor) else ms.Tensor(probs, ms.float32)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            clamped = ops.clamp(self.probs, eps, 1 - eps)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = logits if isinstance(logits, ms.Tensor) else ms.Tensor(logits, ms.float32)
            self.probs = ops.sigmoid(self.logits)
        self.batch_shape = self.probs.shape

    def log_prob(self, value) -> ms.Tensor:
        return value * self.logits - ops.relu(self.logits) - self._log1p_exp()

    def _log1p_exp(self) -> ms.Tensor:
        """What log(1 + exp(logits)) has beside the greater of logits and 0."""
        return ops.log1p(ops.exp(-ops.abs(self.logits)))

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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        drawn = (
            np.random.random_sample(tuple(sample_shape) + self.probs.shape) < self.probs.asnumpy()
        )
        return ms.Tensor(drawn, self.probs.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new

    def enumerate_support(self, expand=True) -> ms.Tensor:
        values = ops.arange(2).astype(self.probs.dtype)
        values = values.reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values
