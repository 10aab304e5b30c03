import mindspore as ms
import numpy as np
from mindspore import ops


class RelaxedBernoulli:
    """Bernoulli numbers that are made continuous, the less the lower the temperature.

    Stands for torch.distributions.RelaxedBernoulli, with the methods of MindSpore's distributions.
    Samples carry gradients.
    """

    event_shape = ()

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        if logits is None:
            self.probs = ops.ones(np.shape(probs), ms.float32) * probs
            clamped = ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = ops.ones(np.shape(logits), ms.float32) * logits
            self.probs = ops.sigmoid(self.logits)
        self.batch_shape = self.probs.shape

    def log_prob(self, value) -> ms.Tensor:
        logit = ops.log(value) - ops.log1p(-value)
        difference = self.logits - logit * self.temperature
        log = ops.log(ops.ones_like(self.logits) * self.temperature)
        return log + difference - 2 * ops.softplus(difference) - ops.log(value) - ops.log1p(-value)

    def sample(self, shape=()) -> ms.Tensor:
        noise = ms.Tensor(np.random.logistic(size=tuple(shape) + self.logits.shape), ms.float32)
        return ops.sigmoid((self.logits + noise) / self.temperature)
