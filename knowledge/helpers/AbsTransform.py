import mindspore as ms
from helper import Transform
from mindspore import ops


class AbsTransform(Transform):
    """y = |x|; of x the inverse knows the absolute value.

    Stands for torch.distributions.transforms.AbsTransform.
    """

    stands_for = "AbsTransform"

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.abs(x)

    def _inverse(self, y) -> ms.Tensor:
        return y
