import mindspore as ms
import numpy as np
from mindspore import ops


class OneHotCategoricalStraightThrough:
    """Categories as vectors with a 1, by probabilities or logits along the last axis.

    Stands for torch.distributions.OneHotCategoricalStraightThrough, with the methods of MindSpore's
    distributions. Samples carry the probabilities' gradient.
    """

    event_dim = 1

    def __init__(self, probs=None, logits=None, validate_args=None):
        if logits is None:
            self.probs = probs / probs.sum(-1, keepdims=True)
            self.logits = ops.log(ops.clamp(self.probs, 1.1920929e-07, 1 - 1.1920929e-07))
        else:
            self.logits = ops.log_softmax(logits, -1)
            self.probs = ops.softmax(logits, -1)
        self.batch_shape, self.event_shape = self.probs.shape[:-1], self.probs.shape[-1:]

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
        drawn = ms.Tensor(np.eye(self.logits.shape[-1])[peak], self.probs.dtype)
        return drawn + (self.probs - ops.stop_gradient(self.probs))
