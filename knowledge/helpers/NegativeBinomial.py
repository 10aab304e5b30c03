import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class NegativeBinomial:
    """The successes before total_count failures, by the probability of a success or its logit.

    Stands for torch.distributions.NegativeBinomial. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs if isinstance(probs, ms.Tensor) else ms.Tensor(probs, ms.float32)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            clamped = ops.clamp(self.probs, eps, 1 - eps)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = logits if isinstance(logits, ms.Tensor) else ms.Tensor(logits, ms.float32)
            self.probs = ops.sigmoid(self.logits)

        self.total_count = ops.ones_like(self.probs) * total_count
        self.batch_shape = self.total_count.shape

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        total = self.total_count
        ways = self._lgamma(total + value) - self._lgamma(value + 1) - self._lgamma(total)
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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        failure = 1 - self.probs.asnumpy().astype(np.float64)
        size = tuple(sample_shape) + self.probs.shape
        return ms.Tensor(
            np.random.negative_binomial(self.total_count.asnumpy(), failure, size), ms.float32
        )

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.total_count = self.total_count.broadcast_to(new.batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new
