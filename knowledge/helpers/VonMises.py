import math

import mindspore as ms
import numpy as np
from helper import Distribution, broadcast_all
from mindspore import ops


class VonMises(Distribution):
    """Angles around loc, the closer the greater the concentration.

    Stands for torch.distributions.VonMises. Samples come from numpy.
    """

    stands_for = "VonMises"

    def __init__(self, loc, concentration, validate_args=None):
        self.loc, self.concentration = broadcast_all(loc, concentration)
        super().__init__(self.loc.shape)

    def log_prob(self, value) -> ms.Tensor:
        k = self.concentration
        norm = math.log(2 * math.pi) + ops.log(ops.bessel_i0e(k)) + k
        return k * ops.cos(value - self.loc) - norm

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return 1 - ops.bessel_i1e(self.concentration) / ops.bessel_i0e(self.concentration)

    def sample(self, sample_shape=()) -> ms.Tensor:
        size = tuple(sample_shape) + self.loc.shape
        drawn = np.random.vonmises(self.loc.asnumpy(), self.concentration.asnumpy(), size)
        return ms.Tensor(drawn, self.loc.dtype)
