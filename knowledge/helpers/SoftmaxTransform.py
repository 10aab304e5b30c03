import mindspore as ms
from helper import Transform
from mindspore import ops


class SoftmaxTransform(Transform):
    """y = softmax(x) along the last axis; the inverse gives logarithms.

    Stands for torch.distributions.transforms.SoftmaxTransform.
    """

    stands_for = "SoftmaxTransform"
    event_dim = 1

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        return ops.softmax(x, -1)

    def _inverse(self, y) -> ms.Tensor:
        return ops.log(y)
