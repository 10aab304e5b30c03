import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class Geometric:
    """The failures before the first success, by the probability of a success or its logit.

    Stands for torch.distributions.Geometric, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = ops.ones(np.shape(probs), ms.float32) * probs
            clamped = ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = ops.ones(np.shape(logits), ms.float32) * logits
            self.probs = ops.sigmoid(self.logits)
        self.batch_shape = self.logits.shape

    def log_prob(self, value) -> ms.Tensor:
        return value * ops.log1p(-self.probs) + ops.log(self.probs)

    def entropy(self) -> ms.Tensor:
        rest = 1 - self.probs
        return -(rest * ops.log(rest) + self.probs * ops.log(self.probs)) / self.probs

    def mean(self) -> ms.Tensor:
        return 1 / self.probs - 1

    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.probs)

    def var(self) -> ms.Tensor:
        return (1 / self.probs - 1) / self.probs

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        drawn = np.random.geometric(self.probs.asnumpy(), tuple(shape) + self.probs.shape) - 1
        return ms.Tensor(drawn, ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new
