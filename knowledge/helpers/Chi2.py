import mindspore as ms
from helper import Gamma, broadcast_all


class Chi2(Gamma):
    """The chi-squared distribution, by its degrees of freedom.

    Stands for torch.distributions.Chi2. rsample carries gradients, sample does not.
    """

    stands_for = "Chi2"

    def __init__(self, df, validate_args=None):
        (df,) = broadcast_all(df)
        super().__init__(0.5 * df, 0.5)

    @property
    def df(self) -> ms.Tensor:
        return 2 * self.concentration
