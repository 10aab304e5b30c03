import copy
import math

import mindspore as ms
from mindspore import ops


class HalfNormal:
    """The absolute values of normal numbers around 0.

    Stands for torch.distributions.HalfNormal. rsample carries gradients, sample does not.
    """

    event_shape = ()
    has_rsample = True

    def __init__(self, scale, validate_args=None):
        self.scale = scale if isinstance(scale, ms.Tensor) else ms.Tensor(scale, ms.float32)
        self.batch_shape = self.scale.shape

    def log_prob(self, value) -> ms.Tensor:
        square = (value / self.scale) ** 2
        inside = -0.5 * square - ops.log(self.scale) + 0.5 * math.log(2 / math.pi)
        return ops.where(value >= 0, inside, ops.full_like(inside, -math.inf))

    def cdf(self, value) -> ms.Tensor:
        return ops.erf(value / (self.scale * math.sqrt(2)))

    def icdf(self, prob) -> ms.Tensor:
        return self.scale * math.sqrt(2) * ops.erfinv(prob)

    def entropy(self) -> ms.Tensor:
        return ops.log(self.scale) + 0.5 * math.log(math.pi / 2) + 0.5

    @property
    def mean(self) -> ms.Tensor:
        return self.scale * math.sqrt(2 / math.pi)

    @property
    def mode(self) -> ms.Tensor:
        return ops.zeros_like(self.scale)

    @property
    def variance(self) -> ms.Tensor:
        return self.scale**2 * (1 - 2 / math.pi)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        noise = ops.standard_normal(tuple(sample_shape) + self.scale.shape).astype(self.scale.dtype)
        return ops.abs(noise) * self.scale

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.scale = self.scale.broadcast_to(new.batch_shape)
        return new
