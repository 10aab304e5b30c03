import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Multinomial:
    """How often each category came up in total_count draws.

    Stands for torch.distributions.Multinomial. Samples come from numpy.
    """

    has_rsample = False

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        self.total_count = total_count
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            self.logits = ops.log(ops.clamp(self.probs, eps, 1 - eps))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = ops.softmax(logits, -1)
        self.batch_shape, self.event_shape = self.probs.shape[:-1], self.probs.shape[-1:]

    def _lgamma(self, x) -> ms.Tensor:
        """The logarithm of the gamma function of positive numbers, by Stirling's series."""
        y = x + 8
        series = (y - 0.5) * ops.log(y) - y + 1 / (12 * y) - 1 / (360 * y**3)
        for step in range(8):
            series = series - ops.log(x + step)
        return series + 0.5 * math.log(2 * math.pi)

    def log_prob(self, value) -> ms.Tensor:
        ways = self._lgamma(value.sum(-1) + 1) - self._lgamma(value + 1).sum(-1)
        # What cannot come and did not come adds nothing.
        terms = ops.where(value == 0, ops.zeros_like(value), self.logits * value)
        return ways + terms.sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return self.total_count * self.probs

    @property
    def variance(self) -> ms.Tensor:
        return self.total_count * self.probs * (1 - self.probs)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        flat = self.probs.asnumpy().astype(np.float64).reshape(-1, self.probs.shape[-1])
        flat = flat / flat.sum(-1, keepdims=True)
        times = int(np.prod(tuple(sample_shape), dtype=int))
        drawn = [np.random.multinomial(self.total_count, row, times) for row in flat]
        return ms.Tensor(
            np.stack(drawn, 1).reshape(tuple(sample_shape) + self.probs.shape), ms.float32
        )

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape + self.probs.shape[-1:])
        new.logits = self.logits.broadcast_to(new.batch_shape + self.logits.shape[-1:])
        return new
