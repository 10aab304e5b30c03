import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all, lgamma
from mindspore import ops


class Weibull(Distribution):
    """Weibull's distribution, by scale and concentration.

    Stands for torch.distributions.Weibull. rsample carries gradients, sample does not.
    """

    stands_for = "Weibull"
    has_rsample = True

    def __init__(self, scale, concentration, validate_args=None):
        self.scale, self.concentration = broadcast_all(scale, concentration)
        super().__init__(self.scale.shape)

    def log_prob(self, value) -> ms.Tensor:
        k = self.concentration
        ratio = value / self.scale
        return ops.log(k / self.scale) + (k - 1) * ops.log(ratio) - ratio**k

    def cdf(self, value) -> ms.Tensor:
        return 1 - ops.exp(-((value / self.scale) ** self.concentration))

    def icdf(self, value) -> ms.Tensor:
        return self.scale * (-ops.log1p(-value)) ** (1 / self.concentration)

    def entropy(self) -> ms.Tensor:
        k = self.concentration
        return np.euler_gamma * (1 - 1 / k) + ops.log(self.scale / k) + 1

    @property
    def mean(self) -> ms.Tensor:
        return self.scale * ops.exp(lgamma(1 + 1 / self.concentration))

    @property
    def mode(self) -> ms.Tensor:
        k = self.concentration
        return self.scale * ((k - 1) / k) ** (1 / k)

    @property
    def variance(self) -> ms.Tensor:
        k = self.concentration
        square = ops.exp(2 * lgamma(1 + 1 / k))
        return self.scale**2 * (ops.exp(lgamma(1 + 2 / k)) - square)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        drawn = np.random.exponential(size=tuple(sample_shape) + self.scale.shape)
        return self.scale * ms.Tensor(drawn, self.scale.dtype) ** (1 / self.concentration)
