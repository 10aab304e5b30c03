import mindspore as ms
from helper import Transform
from mindspore import ops


class SoftplusTransform(Transform):
    """y = log(1 + exp(x)).

    Stands for torch.distributions.transforms.SoftplusTransform.
    """

    stands_for = "SoftplusTransform"
    bijective = True
    sign = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.softplus(x)

    def _inverse(self, y) -> ms.Tensor:
        return ops.log(-ops.expm1(-y)) + y

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return -ops.softplus(-x)
