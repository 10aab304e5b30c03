import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class OneHotCategoricalStraightThrough:
    """Categories as vectors with a 1, by probabilities or logits along the last axis.

    Stands for torch.distributions.OneHotCategoricalStraightThrough. rsample carries gradients, sample does not.
    """

    has_rsample = True
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            self.logits = ops.log(ops.clamp(self.probs, eps, 1 - eps))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = ops.softmax(logits, -1)
        self.batch_shape, self.event_shape = self.probs.shape[:-1], self.probs.shape[-1:]

    def log_prob(self, value) -> ms.Tensor:
        return (self.logits * value).sum(-1)

    def entropy(self) -> ms.Tensor:
        return -(self.logits * self.probs).sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return self.probs

    @property
    def mode(self) -> ms.Tensor:
        peak = ops.argmax(self.probs, -1).expand_dims(-1)
        return (ops.arange(self.probs.shape[-1]) == peak).astype(self.probs.dtype)

    @property
    def variance(self) -> ms.Tensor:
        return self.probs * (1 - self.probs)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        peak = (noise + self.logits.asnumpy()).argmax(-1)
        drawn = ms.Tensor(np.eye(self.logits.shape[-1])[peak], self.probs.dtype)
        return drawn + (self.probs - ops.stop_gradient(self.probs))

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape + self.probs.shape[-1:])
        new.logits = self.logits.broadcast_to(new.batch_shape + self.logits.shape[-1:])
        return new

    def enumerate_support(self, expand=True) -> ms.Tensor:
        size = self.probs.shape[-1]
        values = ops.eye(size, dtype=self.probs.dtype)
        values = values.reshape((size,) + (1,) * len(self.batch_shape) + (size,))
        return values.broadcast_to((size, *self.batch_shape, size)) if expand else values
