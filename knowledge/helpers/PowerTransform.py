import math

import mindspore as ms
import numpy as np
from mindspore import ops


class PowerTransform:
    """y = x ** exponent, of positive numbers.

    Stands for torch.distributions.transforms.PowerTransform. With a cache_size of 1 the last y
    knows its x.
    """

    bijective = True
    event_dim = 0

    def __init__(self, exponent, cache_size=0):
        self.exponent, self.cache_size = exponent, cache_size
        self.known = (None, None)
        tensor = isinstance(exponent, ms.Tensor)
        self.sign = ops.sign(exponent) if tensor else math.copysign(1, exponent)

    def __call__(self, x) -> ms.Tensor:
        y = x**self.exponent
        self.known = (x, y)
        return y

    def inv(self, y) -> ms.Tensor:
        x, known = self.known
        return x if self.cache_size and y is known else y ** (1 / self.exponent)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return ops.log(ops.abs(self.exponent * y / x))

    def forward_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.exponent))

    def inverse_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.exponent))
