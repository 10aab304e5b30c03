import math

import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class OneHotCategorical(Distribution):
    """Categories as vectors with a 1, by probabilities or logits along the last axis.

    Stands for torch.distributions.OneHotCategorical. Samples come from numpy.
    """

    stands_for = "OneHotCategorical"
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = probs_and_logits(probs, logits)
        super().__init__(self.probs.shape[:-1], self.probs.shape[-1:])

    def log_prob(self, value) -> ms.Tensor:
        return (self.logits * value).sum(-1)

    def entropy(self) -> ms.Tensor:
        return -(self.logits * self.probs).sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return self.probs

    @property
    def mode(self) -> ms.Tensor:
        peak = ops.argmax(self.probs, -1).expand_dims(-1)
        return (ops.arange(self.probs.shape[-1]) == peak).astype(self.probs.dtype)

    @property
    def variance(self) -> ms.Tensor:
        return self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> ms.Tensor:
        noise = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        peak = (noise + self.logits.asnumpy()).argmax(-1)
        return ms.Tensor(np.eye(self.logits.shape[-1])[peak], self.probs.dtype)

    def enumerate_support(self, expand=True) -> ms.Tensor:
        size = self.probs.shape[-1]
        values = ops.eye(size, dtype=self.probs.dtype)
        values = values.reshape((size,) + (1,) * len(self.batch_shape) + (size,))
        return values.broadcast_to((size, *self.batch_shape, size)) if expand else values

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, OneHotCategorical):
            return super()._kl(other)
        terms = self.probs * (self.logits - other.logits)
        terms = ops.where(other.probs == 0, ops.full_like(terms, math.inf), terms)
        return ops.where(self.probs == 0, ops.zeros_like(terms), terms).sum(-1)
