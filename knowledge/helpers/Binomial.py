import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Binomial:
    """The successes in total_count trials, by the probability of one or its logit.

    Stands for torch.distributions.Binomial. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
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
        ways = self._lgamma(total + 1) - self._lgamma(value + 1) - self._lgamma(total - value + 1)
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

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        counts = self.total_count.asnumpy().astype(np.int64)
        drawn = np.random.binomial(
            counts, self.probs.asnumpy(), tuple(sample_shape) + self.probs.shape
        )
        return ms.Tensor(drawn, self.probs.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.total_count = self.total_count.broadcast_to(new.batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new

    def enumerate_support(self, expand=True) -> ms.Tensor:
        total = int(self.total_count.max())
        if int(self.total_count.min()) != total:
            raise NotImplementedError("counts that differ have no common list of values")
        values = ops.arange(1 + total).astype(self.probs.dtype)
        values = values.reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values
