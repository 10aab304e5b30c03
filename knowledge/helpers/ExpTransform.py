import mindspore as ms
from helper import Transform
from mindspore import ops


class ExpTransform(Transform):
    """y = exp(x).

    Stands for torch.distributions.transforms.ExpTransform.
    """

    stands_for = "ExpTransform"
    bijective = True
    sign = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.exp(x)

    def _inverse(self, y) -> ms.Tensor:
        return ops.log(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return x
