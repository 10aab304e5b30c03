import math

import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class RelaxedOneHotCategorical(Distribution):
    """Categories as shares, the closer to vectors with a 1 the lower the temperature.

    Stands for torch.distributions.RelaxedOneHotCategorical. rsample carries gradients, sample does
    not.
    """

    stands_for = "RelaxedOneHotCategorical"
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self.probs, self.logits = probs_and_logits(probs, logits)
        super().__init__(self.probs.shape[:-1], self.probs.shape[-1:])

    def log_prob(self, value) -> ms.Tensor:
        size = self.logits.shape[-1]
        log = ops.log(ops.ones_like(self.logits[..., 0]) * self.temperature)
        score = self.logits - ops.log(value) * self.temperature
        score = score - ops.logsumexp(score, -1).expand_dims(-1) - ops.log(value)
        return score.sum(-1) + math.lgamma(size) + (size - 1) * log

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        noise = ms.Tensor(drawn, self.logits.dtype)
        return ops.softmax((self.logits + noise) / self.temperature, -1)

    def expand(self, batch_shape):
        new = super().expand(batch_shape)
        new.temperature = self.temperature
        return new
