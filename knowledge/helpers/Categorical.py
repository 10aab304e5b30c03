import math

import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class Categorical(Distribution):
    """Categories, by their probabilities or logits along the last axis.

    Stands for torch.distributions.Categorical. Samples come from numpy.
    """

    stands_for = "Categorical"
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = probs_and_logits(probs, logits)
        super().__init__(self.probs.shape[:-1])

    def log_prob(self, value) -> ms.Tensor:
        batch = np.broadcast_shapes(value.shape, self.batch_shape)
        logits = self.logits.broadcast_to(batch + self.logits.shape[-1:])
        index = value.astype(ms.int64).broadcast_to(batch).expand_dims(-1)
        return ops.gather_elements(logits, -1, index).squeeze(-1)

    def entropy(self) -> ms.Tensor:
        # A category that cannot come has probability 0 and a logit of -inf.
        return -(ops.clamp(self.logits, min=-65504.0) * self.probs).sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return ops.full(self.batch_shape, math.nan, dtype=self.probs.dtype)

    @property
    def mode(self) -> ms.Tensor:
        return ops.argmax(self.probs, -1)

    @property
    def variance(self) -> ms.Tensor:
        return ops.full(self.batch_shape, math.nan, dtype=self.probs.dtype)

    def sample(self, sample_shape=()) -> ms.Tensor:
        noise = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        return ms.Tensor((noise + self.logits.asnumpy()).argmax(-1), ms.int64)

    def enumerate_support(self, expand=True) -> ms.Tensor:
        values = ops.arange(self.probs.shape[-1]).reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Categorical):
            return super()._kl(other)
        terms = self.probs * (self.logits - other.logits)
        terms = ops.where(other.probs == 0, ops.full_like(terms, math.inf), terms)
        return ops.where(self.probs == 0, ops.zeros_like(terms), terms).sum(-1)
