import mindspore as ms
import numpy as np
from helper import Distribution, probs_and_logits
from mindspore import ops


class Geometric(Distribution):
    """The failures before the first success, by the probability of a success or its logit.

    Stands for torch.distributions.Geometric. Samples come from numpy.
    """

    stands_for = "Geometric"

    def __init__(self, probs=None, logits=None, validate_args=None):
        self.probs, self.logits = probs_and_logits(probs, logits, is_binary=True)
        super().__init__(self.probs.shape)

    def log_prob(self, value) -> ms.Tensor:
        return value * ops.log1p(-self.probs) + ops.log(self.probs)

    def entropy(self) -> ms.Tensor:
        rest = 1 - self.probs
        return -(rest * ops.log(rest) + self.probs * ops.log(self.probs)) / self.probs

    @property
    def mean(self) -> ms.Tensor:
        return 1 / self.probs - 1

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.probs)

    @property
    def variance(self) -> ms.Tensor:
        return (1 / self.probs - 1) / self.probs

    def sample(self, sample_shape=()) -> ms.Tensor:
        size = tuple(sample_shape) + self.probs.shape
        drawn = np.random.geometric(self.probs.asnumpy(), size) - 1
        return ms.Tensor(drawn, self.probs.dtype)

    def _kl(self, other) -> ms.Tensor:
        if not isinstance(other, Geometric):
            return super()._kl(other)
        return -self.entropy() - ops.log1p(-other.probs) / self.probs - other.logits
