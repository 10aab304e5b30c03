import math

import mindspore as ms
import numpy as np
from helper import Transform
from mindspore import ops


class PowerTransform(Transform):
    """y = x ** exponent, of positive numbers.

    Stands for torch.distributions.transforms.PowerTransform.
    """

    stands_for = "PowerTransform"
    bijective = True

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        self.exponent = exponent
        tensor = isinstance(exponent, ms.Tensor)
        self.sign = ops.sign(exponent) if tensor else math.copysign(1, exponent)

    def _call(self, x) -> ms.Tensor:
        return x**self.exponent

    def _inverse(self, y) -> ms.Tensor:
        return y ** (1 / self.exponent)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return ops.log(ops.abs(self.exponent * y / x))

    def forward_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.exponent))

    def inverse_shape(self, shape) -> tuple:
        return np.broadcast_shapes(shape, np.shape(self.exponent))
