import mindspore as ms
from mindspore import ops


class ExpTransform:
    """y = exp(x).

    Stands for torch.distributions.transforms.ExpTransform. With a cache_size of 1 the last y knows its x.
    """

    bijective = True
    event_dim = 0
    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size = cache_size
        self.known = (None, None)

    def __call__(self, x) -> ms.Tensor:
        y = ops.exp(x)
        self.known = (x, y)
        return y

    def inv(self, y) -> ms.Tensor:
        x, known = self.known
        if self.cache_size and y is known:
            return x
        return ops.log(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return x

    def forward_shape(self, shape) -> tuple:
        return shape

    def inverse_shape(self, shape) -> tuple:
        return shape
