import copy

import mindspore as ms
import numpy as np
from helper import Distribution
from mindspore import ops


class MixtureSameFamily(Distribution):
    """A mixture of the distributions along a last axis of the batch, in shares of a Categorical.

    Stands for torch.distributions.MixtureSameFamily. Samples carry no gradient.
    """

    stands_for = "MixtureSameFamily"

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self.event_dim = len(component_distribution.event_shape)
        super().__init__(
            component_distribution.batch_shape[:-1], component_distribution.event_shape
        )

    def _shares(self) -> ms.Tensor:
        probs = self.mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * self.event_dim)

    def log_prob(self, x) -> ms.Tensor:
        parts = self.component_distribution.log_prob(x.expand_dims(-1 - self.event_dim))
        return ops.logsumexp(parts + ops.log(self.mixture_distribution.probs), -1)

    def cdf(self, x) -> ms.Tensor:
        parts = self.component_distribution.cdf(x.expand_dims(-1))
        return (parts * self.mixture_distribution.probs).sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return (self._shares() * self.component_distribution.mean).sum(-1 - self.event_dim)

    @property
    def variance(self) -> ms.Tensor:
        axis = -1 - self.event_dim
        mean = self.component_distribution.mean
        within = (self._shares() * self.component_distribution.variance).sum(axis)
        apart = mean - self.mean.expand_dims(axis)
        return within + (self._shares() * apart**2).sum(axis)

    def sample(self, sample_shape=()) -> ms.Tensor:
        drawn = self.component_distribution.sample(sample_shape)
        logits = np.log(self.mixture_distribution.probs.asnumpy())
        batch = drawn.shape[: drawn.ndim - self.event_dim]
        chosen = (np.random.gumbel(size=batch) + logits).argmax(-1)
        ones = np.eye(batch[-1])[chosen].reshape(batch + (1,) * self.event_dim)
        return (drawn * ms.Tensor(ones, drawn.dtype)).sum(-1 - self.event_dim)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new._batch_shape = tuple(batch_shape)
        shape = new.batch_shape + self.component_distribution.batch_shape[-1:]
        new.component_distribution = self.component_distribution.expand(shape)
        new.mixture_distribution = self.mixture_distribution.expand(new.batch_shape)
        return new
