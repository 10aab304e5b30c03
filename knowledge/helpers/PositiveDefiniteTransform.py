import mindspore as ms
from helper import LowerCholeskyTransform, Transform, cholesky


class PositiveDefiniteTransform(Transform):
    """Square matrices as positive definite ones, by their lower triangular factors.

    Stands for torch.distributions.transforms.PositiveDefiniteTransform.
    """

    stands_for = "PositiveDefiniteTransform"
    event_dim = 2

    def __init__(self, cache_size=0):
        super().__init__(cache_size)

    def _call(self, x) -> ms.Tensor:
        factor = LowerCholeskyTransform()(x)
        return factor @ factor.swapaxes(-1, -2)

    def _inverse(self, y) -> ms.Tensor:
        return LowerCholeskyTransform().inv(cholesky(y))
