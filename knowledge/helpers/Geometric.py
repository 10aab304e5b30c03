import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class Geometric:
    """The failures before the first success, by the probability of a success or its logit.

    Stands for torch.distributions.Geometric. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs if isinstance(probs, ms.Tensor) else ms.Tensor(probs, ms.float32)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            clamped = ops.clamp(self.probs, eps, 1 - eps)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = logits if isinstance(logits, ms.Tensor) else ms.Tensor(logits, ms.float32)
            self.probs = ops.sigmoid(self.logits)
        self.batch_shape = self.logits.shape

    def log_prob(self, value) -> ms.Tensor:
        return value * ops.log1p(-self.probs) + ops.log(self.probs)

    def entropy(self) -> ms.Tensor:
        rest = 1 - self.probs
        return -(rest * ops.log(rest) + self.probs * ops.log(self.probs)) / self.probs

    @property
    def mean(self) -> ms.Tensor:
        return 1 / self.probs - 1

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.probs)

    @property
    def variance(self) -> ms.Tensor:
        return (1 / self.probs - 1) / self.probs

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        drawn = (
            np.random.geometric(self.probs.asnumpy(), tuple(sample_shape) + self.probs.shape) - 1
        )
        return ms.Tensor(drawn, self.probs.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new
