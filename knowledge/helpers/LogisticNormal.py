import mindspore as ms
from helper import Normal, StickBreakingTransform, TransformedDistribution


class LogisticNormal(TransformedDistribution):
    """Shares that add up to 1, made of normally distributed numbers.

    Stands for torch.distributions.LogisticNormal. rsample carries gradients, sample does not.
    """

    stands_for = "LogisticNormal"

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale)
        super().__init__(base if base.batch_shape else base.expand((1,)), StickBreakingTransform())

    @property
    def loc(self) -> ms.Tensor:
        return self.base_dist.loc

    @property
    def scale(self) -> ms.Tensor:
        return self.base_dist.scale
