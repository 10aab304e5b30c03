import mindspore as ms
from mindspore import ops


class SigmoidTransform:
    """y = 1 / (1 + exp(-x)).

    Stands for torch.distributions.transforms.SigmoidTransform.
    """

    sign = 1

    def __init__(self, cache_size=0):
        self.cache_size = cache_size

    def __call__(self, x) -> ms.Tensor:
        return ops.clamp(ops.sigmoid(x), 1.1754944e-38, 1 - 1.1920929e-07)

    def inv(self, y) -> ms.Tensor:
        y = ops.clamp(y, 1.1754944e-38, 1 - 1.1920929e-07)
        return ops.log(y) - ops.log1p(-y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return -ops.softplus(-x) - ops.softplus(x)
