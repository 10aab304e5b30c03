import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class VonMises:
    """Angles around loc, the closer the greater the concentration.

    Stands for torch.distributions.VonMises. Samples come from numpy.
    """

    event_shape = ()
    has_rsample = False

    def __init__(self, loc, concentration, validate_args=None):
        given = [x for x in (loc, concentration) if isinstance(x, ms.Tensor)]
        dtype = given[0].dtype if given else ms.float32
        zeros = ops.zeros(np.broadcast_shapes(np.shape(loc), np.shape(concentration)), dtype)
        self.loc, self.concentration = zeros + loc, zeros + concentration
        self.batch_shape = zeros.shape

    def log_prob(self, value) -> ms.Tensor:
        k = self.concentration
        return (
            k * ops.cos(value - self.loc) - math.log(2 * math.pi) - ops.log(ops.bessel_i0e(k)) - k
        )

    @property
    def mean(self) -> ms.Tensor:
        return self.loc

    @property
    def mode(self) -> ms.Tensor:
        return self.loc

    @property
    def variance(self) -> ms.Tensor:
        return 1 - ops.bessel_i1e(self.concentration) / ops.bessel_i0e(self.concentration)

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        size = tuple(sample_shape) + self.loc.shape
        drawn = np.random.vonmises(self.loc.asnumpy(), self.concentration.asnumpy(), size)
        return ms.Tensor(drawn, self.loc.dtype)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        return new
