import mindspore as ms
import numpy as np
from helper import Distribution, lgamma, probs_and_logits
from mindspore import ops


class Multinomial(Distribution):
    """How often each category came up in total_count draws.

    Stands for torch.distributions.Multinomial. Samples come from numpy.
    """

    stands_for = "Multinomial"

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        self.probs, self.logits = probs_and_logits(probs, logits)
        super().__init__(self.probs.shape[:-1], self.probs.shape[-1:])

    def log_prob(self, value) -> ms.Tensor:
        ways = lgamma(value.sum(-1) + 1) - lgamma(value + 1).sum(-1)
        # What cannot come and did not come adds nothing.
        terms = ops.where(value == 0, ops.zeros_like(value), self.logits * value)
        return ways + terms.sum(-1)

    def entropy(self) -> ms.Tensor:
        n = self.total_count
        whole = ms.Tensor(n + 1.0, self.probs.dtype)
        own = -n * (self.probs * self.logits).sum(-1) - lgamma(whole)
        if n == 0:
            return own
        counts = ms.Tensor(np.arange(1, n + 1), self.probs.dtype)
        counts = counts.reshape((-1,) + (1,) * self.probs.ndim)
        p = ops.clamp(self.probs, 1e-7, 1 - 1e-7)
        ways = lgamma(whole) - lgamma(counts + 1) - lgamma(n - counts + 1)
        chance = ops.exp(ways + counts * ops.log(p) + (n - counts) * ops.log(1 - p))
        return own + (chance * lgamma(counts + 1)).sum((0, -1))

    @property
    def mean(self) -> ms.Tensor:
        return self.total_count * self.probs

    @property
    def variance(self) -> ms.Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sample(self, sample_shape=()) -> ms.Tensor:
        flat = self.probs.asnumpy().astype(np.float64).reshape(-1, self.probs.shape[-1])
        flat = flat / flat.sum(-1, keepdims=True)
        times = int(np.prod(tuple(sample_shape), dtype=int))
        drawn = [np.random.multinomial(self.total_count, row, times) for row in flat]
        drawn = np.stack(drawn, 1).reshape(tuple(sample_shape) + self.probs.shape)
        return ms.Tensor(drawn, self.probs.dtype)
