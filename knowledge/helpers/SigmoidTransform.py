import mindspore as ms
from helper import Transform
from mindspore import ops


class SigmoidTransform(Transform):
    """y = 1 / (1 + exp(-x)).

    Stands for torch.distributions.transforms.SigmoidTransform.
    """

    stands_for = "SigmoidTransform"
    bijective = True
    sign = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.clamp(ops.sigmoid(x), 1.1754944e-38, 1 - 1.1920929e-07)

    def _inverse(self, y) -> ms.Tensor:
        y = ops.clamp(y, 1.1754944e-38, 1 - 1.1920929e-07)
        return ops.log(y) - ops.log1p(-y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return -ops.softplus(-x) - ops.softplus(x)
