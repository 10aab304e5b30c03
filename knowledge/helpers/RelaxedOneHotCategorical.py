import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class RelaxedOneHotCategorical:
    """Categories as shares, the closer to vectors with a 1 the lower the temperature.

    Stands for torch.distributions.RelaxedOneHotCategorical. rsample carries gradients, sample does not.
    """

    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        if logits is None:
            probs = probs / probs.sum(-1, keepdims=True)
            eps = float(np.finfo(ms.dtype_to_nptype(probs.dtype)).eps)
            logits = ops.log(ops.clamp(probs, eps, 1 - eps))
        self.logits = ops.log_softmax(logits, -1)
        self.probs = ops.softmax(logits, -1)
        self.batch_shape, self.event_shape = self.probs.shape[:-1], self.probs.shape[-1:]

    def log_prob(self, value) -> ms.Tensor:
        size = self.logits.shape[-1]
        log = ops.log(ops.ones_like(self.logits[..., 0]) * self.temperature)
        score = self.logits - ops.log(value) * self.temperature
        total = ops.logsumexp(score, -1).expand_dims(-1)
        return (
            (score - total).sum(-1) + math.lgamma(size) + (size - 1) * log - ops.log(value).sum(-1)
        )

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        noise = ms.Tensor(drawn, self.logits.dtype)
        return ops.softmax((self.logits + noise) / self.temperature, -1)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape + self.probs.shape[-1:])
        new.logits = self.logits.broadcast_to(new.batch_shape + self.logits.shape[-1:])
        return new
