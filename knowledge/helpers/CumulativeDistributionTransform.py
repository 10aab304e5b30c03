import mindspore as ms
from helper import Transform


class CumulativeDistributionTransform(Transform):
    """y = cdf(x) of a distribution.

    Stands for torch.distributions.transforms.CumulativeDistributionTransform.
    """

    stands_for = "CumulativeDistributionTransform"
    bijective = True
    sign = 1

    def __init__(self, distribution, cache_size=0):
        super().__init__(cache_size)
        self.distribution = distribution

    def _call(self, x) -> ms.Tensor:
        return self.distribution.cdf(x)

    def _inverse(self, y) -> ms.Tensor:
        return self.distribution.icdf(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return self.distribution.log_prob(x)
