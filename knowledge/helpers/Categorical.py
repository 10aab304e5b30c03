import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class Categorical:
    """Categories, by their probabilities or logits along the last axis.

    Stands for torch.distributions.Categorical. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            eps = float(np.finfo(ms.dtype_to_nptype(self.probs.dtype)).eps)
            self.logits = ops.log(ops.clamp(self.probs, eps, 1 - eps))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = ops.softmax(logits, -1)
        self.batch_shape = self.probs.shape[:-1]

    def log_prob(self, value) -> ms.Tensor:
        batch = np.broadcast_shapes(value.shape, self.batch_shape)
        logits = self.logits.broadcast_to(batch + self.logits.shape[-1:])
        index = value.astype(ms.int64).broadcast_to(batch).expand_dims(-1)
        return ops.gather_elements(logits, -1, index).squeeze(-1)

    def entropy(self) -> ms.Tensor:
        # A category that cannot come has probability 0 and a logit of -inf.
        return -(ops.clamp(self.logits, min=-65504.0) * self.probs).sum(-1)

    @property
    def mean(self) -> ms.Tensor:
        return ops.full(self.batch_shape, math.nan, dtype=self.probs.dtype)

    @property
    def mode(self) -> ms.Tensor:
        return ops.argmax(self.probs, -1)

    @property
    def variance(self) -> ms.Tensor:
        return ops.full(self.batch_shape, math.nan, dtype=self.probs.dtype)

    @property
    def stddev(self) -> ms.Tensor:
        return self.variance

    def sample(self, sample_shape=()) -> ms.Tensor:
        noise = np.random.gumbel(size=tuple(sample_shape) + self.logits.shape)
        return ms.Tensor((noise + self.logits.asnumpy()).argmax(-1), ms.int64)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.probs = self.probs.broadcast_to(new.batch_shape + self.probs.shape[-1:])
        new.logits = self.logits.broadcast_to(new.batch_shape + self.logits.shape[-1:])
        return new

    def enumerate_support(self, expand=True) -> ms.Tensor:
        values = ops.arange(self.probs.shape[-1]).reshape((-1,) + (1,) * len(self.batch_shape))
        return values.broadcast_to((-1, *self.batch_shape)) if expand else values
