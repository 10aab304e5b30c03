import mindspore as ms
from mindspore import ops


class ExpTransform:
    """y = exp(x).

    Stands for torch.distributions.transforms.ExpTransform.
    """

    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size = cache_size

    def __call__(self, x) -> ms.Tensor:
        return ops.exp(x)

    def inv(self, y) -> ms.Tensor:
        return ops.log(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return x
