import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma, probs_and_logits
from mindspore import ops


class Binomial(Distribution):
    """The successes in total_count trials, by the probability of one or its logit.

    Stands for torch.distributions.Binomial. Samples come from numpy.
    """

    stands_for = "Binomial"
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        probs, logits = probs_and_logits(probs, logits, is_binary=True)
        total = ops.ones_like(probs) * total_count
        self.total_count, self.probs, self.logits = broadcast_all(total, probs, logits)
        super().__init__(self.probs.shape)

    def log_prob(self, value) -> ms.Tensor:
        total = self.total_count
        ways = lgamma(total + 1) - lgamma(value + 1) - lgamma(total - value + 1)
        return ways + value * self.logits - total * ops.softplus(self.logits)

    def entropy(self) -> ms.Tensor:
        logs = self.log_prob(self.enumerate_support(False))
        return -(ops.exp(logs) * logs).sum(0)

    @property
    def mean(self) -> ms.Tensor:
        return self.total_count * self.probs

    @property
    def mode(self) -> ms.Tensor:
        peak = ops.floor((self.total_count + 1) * self.probs)
        return ops.minimum(peak, self.total_count)

    @property
    def variance(self) -> ms.Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> ms.Tensor:
        counts = self.total_count.asnumpy().astype(np.int64)
        size = tuple(sample_shape) + self.probs.shape
        return ms.Tensor(np.random.binomial(counts, self.probs.asnumpy(), size), self.probs.dtype)

    def enumerate_support(self, expand=True) -> ms.Tensor:
        total = int(self.total_count.max())
        if int(self.total_count.min()) != total:
            raise NotImplementedError("counts that differ have no common list of values")
        values = ops.arange(1 + total).astype(self.probs.dtype)
        values = values.reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Binomial) or (self.total_count != other.total_count).any():
            return super()._kl(other)
        result = self.probs * (self.logits - other.logits)
        result = result + ops.log1p(-self.probs) - ops.log1p(-other.probs)
        return self.total_count * result
