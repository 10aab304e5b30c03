import math

import mindspore as ms
from helper import Transform
from mindspore import ops


class ReshapeTransform(Transform):
    """Events of shape in_shape as events of shape out_shape.

    Stands for torch.distributions.transforms.ReshapeTransform.
    """

    stands_for = "ReshapeTransform"
    bijective = True

    def __init__(self, in_shape, out_shape, cache_size=0):
        super().__init__(cache_size)
        self.in_shape, self.out_shape = tuple(in_shape), tuple(out_shape)
        if math.prod(self.in_shape) != math.prod(self.out_shape):
            raise ValueError("Both shapes must have as many elements", in_shape, out_shape)
        self.event_dim = len(self.in_shape)

    def _call(self, x) -> ms.Tensor:
        return x.reshape(self.forward_shape(x.shape))

    def _inverse(self, y) -> ms.Tensor:
        return y.reshape(self.inverse_shape(y.shape))

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return ops.zeros(x.shape[: x.ndim - len(self.in_shape)], x.dtype)

    def forward_shape(self, shape) -> tuple:
        return (*shape[: len(shape) - len(self.in_shape)], *self.out_shape)

    def inverse_shape(self, shape) -> tuple:
        return (*shape[: len(shape) - len(self.out_shape)], *self.in_shape)
