import mindspore as ms
from mindspore import ops


class SigmoidTransform:
    """y = 1 / (1 + exp(-x)).

    Stands for torch.distributions.transforms.SigmoidTransform. With a cache_size of 1 the last y knows its x.
    """

    bijective = True
    event_dim = 0
    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size = cache_size
        self.known = (None, None)

    def __call__(self, x) -> ms.Tensor:
        y = ops.clamp(ops.sigmoid(x), 1.1754944e-38, 1 - 1.1920929e-07)
        self.known = (x, y)
        return y

    def inv(self, y) -> ms.Tensor:
        x, known = self.known
        if self.cache_size and y is known:
            return x
        y = ops.clamp(y, 1.1754944e-38, 1 - 1.1920929e-07)
        return ops.log(y) - ops.log1p(-y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return -ops.softplus(-x) - ops.softplus(x)

    def forward_shape(self, shape) -> tuple:
        return shape

    def inverse_shape(self, shape) -> tuple:
        return shape
