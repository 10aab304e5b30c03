import copy

import mindspore as ms
import numpy as np
from mindspore import ops


class OneHotCategorical:
    """Categories as vectors with a 1, by probabilities or logits along the last axis.

    Stands for torch.distributions.OneHotCategorical, with the methods of MindSpore's
    distributions. Samples come from numpy and carry no gradient.
    """

    event_dim = 1

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            self.logits = ops.log(ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = ops.softmax(logits, -1)
        self.batch_shape = self.probs.shape[:-1]
        self.event_shape = self.probs.shape[-1:]

    def log_prob(self, value) -> ms.Tensor:
        return (self.logits * value).sum(-1)

    def entropy(self) -> ms.Tensor:
        return -(self.logits * self.probs).sum(-1)

    def mean(self) -> ms.Tensor:
        return self.probs

    def mode(self) -> ms.Tensor:
        peak = ops.argmax(self.probs, -1).expand_dims(-1)
        return (ops.arange(self.probs.shape[-1]) == peak).astype(self.probs.dtype)

    def var(self) -> ms.Tensor:
        return self.probs * (1 - self.probs)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        noise = np.random.gumbel(size=tuple(shape) + self.logits.shape)
        peak = (noise + self.logits.asnumpy()).argmax(-1)
        return ms.Tensor(np.eye(self.logits.shape[-1])[peak], self.probs.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape + self.probs.shape[-1:])
        new.logits = self.logits.broadcast_to(new.batch_shape + self.logits.shape[-1:])
        return new
