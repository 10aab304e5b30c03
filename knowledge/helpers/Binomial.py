import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Binomial:
    """The successes in total_count trials, by the probability of one or its logit.

    Stands for torch.distributions.Binomial, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = ops.ones(np.shape(probs), ms.float32) * probs
            clamped = ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = ops.ones(np.shape(logits), ms.float32) * logits
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

    def mean(self) -> ms.Tensor:
        return self.total_count * self.probs

    def mode(self) -> ms.Tensor:
        peak = ops.floor((self.total_count + 1) * self.probs)
        return ops.minimum(peak, self.total_count)

    def var(self) -> ms.Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        counts = self.total_count.asnumpy().astype(np.int64)
        drawn = np.random.binomial(counts, self.probs.asnumpy(), tuple(shape) + self.probs.shape)
        return ms.Tensor(drawn, ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.total_count = self.total_count.broadcast_to(new.batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new
