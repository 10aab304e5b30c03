import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class RelaxedBernoulli(Distribution):
    """Bernoulli numbers that are made continuous, the less the lower the temperature.

    Stands for torch.distributions.RelaxedBernoulli. rsample carries gradients, sample does not.
    """

    stands_for = "RelaxedBernoulli"
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        self.probs, self.logits = probs_and_logits(probs, logits, is_binary=True)
        super().__init__(self.probs.shape)

    def log_prob(self, value) -> ms.Tensor:
        logit = ops.log(value) - ops.log1p(-value)
        difference = self.logits - logit * self.temperature
        log = ops.log(ops.ones_like(self.logits) * self.temperature)
        return log + difference - 2 * ops.softplus(difference) - ops.log(value) - ops.log1p(-value)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.logistic(size=tuple(sample_shape) + self.logits.shape)
        noise = ms.Tensor(drawn, self.logits.dtype)
        return ops.sigmoid((self.logits + noise) / self.temperature)

    def expand(self, batch_shape):
        new = super().expand(batch_shape)
        new.temperature = self.temperature
        return new
