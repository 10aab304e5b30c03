import mindspore as ms
from helper import Transform
from mindspore import ops


class LowerCholeskyTransform(Transform):
    """Square matrices as lower triangular ones with a positive diagonal, by exp.

    Stands for torch.distributions.transforms.LowerCholeskyTransform.
    """

    stands_for = "LowerCholeskyTransform"
    bijective = True
    event_dim = 2

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        unit = ops.eye(x.shape[-1], dtype=x.dtype)
        return x.tril(-1) + ops.exp((x * unit).sum(-1)).expand_dims(-1) * unit

    def _inverse(self, y) -> ms.Tensor:
        unit = ops.eye(y.shape[-1], dtype=y.dtype)
        return y.tril(-1) + ops.log((y * unit).sum(-1)).expand_dims(-1) * unit
