import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class RelaxedBernoulli:
    """Bernoulli numbers that are made continuous, the less the lower the temperature.

    Stands for torch.distributions.RelaxedBernoulli. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        self.temperature = temperature
        if logits is None:
            self.probs = probs if isinstance(probs, ms.Tensor) else ms.Tensor(probs, ms.float32)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            clamped = ops.clamp(self.probs, eps, 1 - eps)
            self.logits = ops.log(clamped) - ops.log1p(-clamped)
        else:
            self.logits = logits if isinstance(logits, ms.Tensor) else ms.Tensor(logits, ms.float32)
            self.probs = ops.sigmoid(self.logits)
        self.batch_shape = self.probs.shape

    def log_prob(self, value) -> ms.Tensor:
        logit = ops.log(value) - ops.log1p(-value)
        difference = self.logits - logit * self.temperature
        log = ops.log(ops.ones_like(self.logits) * self.temperature)
        return log + difference - 2 * ops.softplus(difference) - ops.log(value) - ops.log1p(-value)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.logistic(size=tuple(sample_shape) + self.logits.shape)
        noise = ms.Tensor(drawn, self.logits.dtype)
        return ops.sigmoid((self.logits + noise) / self.temperature)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape)
        new.logits = self.logits.broadcast_to(new.batch_shape)
        return new
