import math

import mindspore as ms
import numpy as np
from mindspore import ops


class RelaxedOneHotCategorical:
    """Categories as shares, the closer to vectors with a 1 the lower the temperature.

    Stands for torch.distributions.RelaxedOneHotCategorical, with the methods of MindSpore's distributions.
    Samples carry gradients.
    """

    event_dim = 1

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        if logits is None:
            probs = probs / probs.sum(-1, keepdims=True)
            logits = ops.log(ops.clamp(probs, 1.1920929e-07, 1 - 1.1920929e-07))
        self.logits = ops.log_softmax(logits, -1)
        self.probs = ops.softmax(logits, -1)
        self.batch_shape, self.event_shape = self.probs.shape[:-1], self.probs.shape[-1:]

    def log_prob(self, value) -> ms.Tensor:
        size = self.logits.shape[-1]
        log = ops.log(ops.ones(self.logits.shape[:-1], ms.float32) * self.temperature)
        score = self.logits - ops.log(value) * self.temperature
        total = ops.logsumexp(score, -1).expand_dims(-1)
        return (
            (score - total).sum(-1) + math.lgamma(size) + (size - 1) * log - ops.log(value).sum(-1)
        )

    def sample(self, shape=()) -> ms.Tensor:
        noise = ms.Tensor(np.random.gumbel(size=tuple(shape) + self.logits.shape), ms.float32)
        return ops.softmax((self.logits + noise) / self.temperature, -1)
