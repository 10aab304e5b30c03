import copy

import mindspore as ms
from helper import Distribution


class Independent(Distribution):
    """A distribution whose last axes are one event: their logarithms are added.

    Stands for torch.distributions.Independent.
    """

    stands_for = "Independent"

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        shape = tuple(base_distribution.batch_shape)
        cut = len(shape) - reinterpreted_batch_ndims
        super().__init__(shape[:cut], shape[cut:] + tuple(base_distribution.event_shape))

    def _sum(self, value) -> ms.Tensor:
        axes = tuple(range(-self.reinterpreted_batch_ndims, 0))
        return value.sum(axes) if axes else value

    @property
    def mean(self) -> ms.Tensor:
        return self.base_dist.mean

    @property
    def mode(self) -> ms.Tensor:
        return self.base_dist.mode

    @property
    def variance(self) -> ms.Tensor:
        return self.base_dist.variance

    @property
    def has_rsample(self) -> bool:
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()) -> ms.Tensor:
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()) -> ms.Tensor:
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value) -> ms.Tensor:
        return self._sum(self.base_dist.log_prob(value))

    def entropy(self) -> ms.Tensor:
        return self._sum(self.base_dist.entropy())

    def expand(self, batch_shape, _instance=None):
        new = copy.copy(self) if _instance is None else _instance
        new._batch_shape, new._event_shape = tuple(batch_shape), self.event_shape
        new.reinterpreted_batch_ndims = self.reinterpreted_batch_ndims
        event = self.event_shape[: self.reinterpreted_batch_ndims]
        new.base_dist = self.base_dist.expand(new._batch_shape + event)
        return new
