import mindspore as ms
import numpy as np
from mindspore import ops


class MixtureSameFamily:
    """A mixture of the distributions along a last axis of the batch, in shares of a Categorical.

    Stands for torch.distributions.MixtureSameFamily, with the methods of MindSpore's
    distributions. Samples carry no gradient.
    """

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        self.mixture_distribution = mixture_distribution
        self.component_distribution = component_distribution
        self.event_dim = getattr(component_distribution, "event_dim", 0)
        self.batch_shape = tuple(component_distribution.batch_shape)[:-1]
        self.event_shape = tuple(getattr(component_distribution, "event_shape", ()))

    def _shares(self) -> ms.Tensor:
        probs = self.mixture_distribution.probs
        return probs.reshape(probs.shape + (1,) * self.event_dim)

    def log_prob(self, value) -> ms.Tensor:
        parts = self.component_distribution.log_prob(value.expand_dims(-1 - self.event_dim))
        return ops.logsumexp(parts + ops.log(self.mixture_distribution.probs), -1)

    def mean(self) -> ms.Tensor:
        return (self._shares() * self.component_distribution.mean()).sum(-1 - self.event_dim)

    def var(self) -> ms.Tensor:
        axis = -1 - self.event_dim
        mean = self.component_distribution.mean()
        within = (self._shares() * self.component_distribution.var()).sum(axis)
        apart = mean - self.mean().expand_dims(axis)
        return within + (self._shares() * apart**2).sum(axis)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        drawn = ops.stop_gradient(self.component_distribution.sample(shape=tuple(shape)))
        logits = np.log(self.mixture_distribution.probs.asnumpy())
        batch = drawn.shape[: drawn.ndim - self.event_dim]
        chosen = (np.random.gumbel(size=batch) + logits).argmax(-1)
        ones = np.eye(batch[-1])[chosen].reshape(batch + (1,) * self.event_dim)
        return (drawn * ms.Tensor(ones, drawn.dtype)).sum(-1 - self.event_dim)
