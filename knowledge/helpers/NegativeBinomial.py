import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma, probs_and_logits
from mindspore import ops


class NegativeBinomial(Distribution):
    """The successes before total_count failures, by the probability of a success or its logit.

    Stands for torch.distributions.NegativeBinomial. Samples come from numpy.
    """

    stands_for = "NegativeBinomial"

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        probs, logits = probs_and_logits(probs, logits, is_binary=True)
        total = ops.ones_like(probs) * total_count
        self.total_count, self.probs, self.logits = broadcast_all(total, probs, logits)
        super().__init__(self.probs.shape)

    def log_prob(self, value) -> ms.Tensor:
        total = self.total_count
        ways = lgamma(total + value) - lgamma(value + 1) - lgamma(total)
        return ways - total * ops.softplus(self.logits) - value * ops.softplus(-self.logits)

    @property
    def mean(self) -> ms.Tensor:
        return self.total_count * ops.exp(self.logits)

    @property
    def mode(self) -> ms.Tensor:
        peak = ops.floor((self.total_count - 1) * ops.exp(self.logits))
        return ops.maximum(peak, ops.zeros_like(peak))

    @property
    def variance(self) -> ms.Tensor:
        return self.mean / ops.sigmoid(-self.logits)

    def sample(self, sample_shape=()) -> ms.Tensor:
        failure = 1 - self.probs.asnumpy().astype(np.float64)
        size = tuple(sample_shape) + self.probs.shape
        drawn = np.random.negative_binomial(self.total_count.asnumpy(), failure, size)
        return ms.Tensor(drawn, self.probs.dtype)
