import copy
import math

import mindspore as ms
import numpy as np
from mindspore import ops


class VonMises:
    """Angles around loc, the closer the greater the concentration.

    Stands for torch.distributions.VonMises, with the methods of MindSpore's distributions.
    Samples come from numpy and carry no gradient.
    """

    event_shape = ()

    def __init__(self, loc, concentration, validate_args=None):
        shape = np.broadcast_shapes(np.shape(loc), np.shape(concentration))
        self.loc = ops.ones(shape, ms.float32) * loc
        self.concentration = ops.ones(shape, ms.float32) * concentration
        self.batch_shape = self.concentration.shape

    def log_prob(self, value) -> ms.Tensor:
        k = self.concentration
        return (
            k * ops.cos(value - self.loc) - math.log(2 * math.pi) - ops.log(ops.bessel_i0e(k)) - k
        )

    def mean(self) -> ms.Tensor:
        return self.loc

    def mode(self) -> ms.Tensor:
        return self.loc

    def var(self) -> ms.Tensor:
        return 1 - ops.bessel_i1e(self.concentration) / ops.bessel_i0e(self.concentration)

    def sd(self) -> ms.Tensor:
        return ops.sqrt(self.var())

    def sample(self, shape=()) -> ms.Tensor:
        size = tuple(shape) + self.loc.shape
        drawn = np.random.vonmises(self.loc.asnumpy(), self.concentration.asnumpy(), size)
        return ms.Tensor(drawn, ms.float32)

    def expand(self, batch_shape):
        new = copy.copy(self)
        new.batch_shape = tuple(batch_shape)
        new.loc = self.loc.broadcast_to(new.batch_shape)
        new.concentration = self.concentration.broadcast_to(new.batch_shape)
        return new
