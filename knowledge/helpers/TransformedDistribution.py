import copy

import mindspore as ms
from helper import Distribution
from mindspore import ops


class TransformedDistribution(Distribution):
    """What transforms make of the samples of a distribution.

    Stands for torch.distributions.TransformedDistribution.
    """

    stands_for = "TransformedDistribution"

    def __init__(self, base_distribution, transforms, validate_args=None):
        one = callable(getattr(transforms, "log_abs_det_jacobian", None))
        self.transforms = [transforms] if one else list(transforms)
        base_dim = len(base_distribution.event_shape)
        before = tuple(base_distribution.batch_shape) + tuple(base_distribution.event_shape)
        shape = before
        for transform in self.transforms:
            shape = tuple(transform.forward_shape(shape))
        needed = shape
        for transform in reversed(self.transforms):
            needed = tuple(transform.inverse_shape(needed))
        if needed != before:
            base_distribution = base_distribution.expand(needed[: len(needed) - base_dim])
        self.base_dist = base_distribution
        event_dim = max([base_dim] + [transform.event_dim for transform in self.transforms])
        cut = len(shape) - event_dim
        super().__init__(shape[:cut], shape[cut:])

    def _sum(self, value, event_dim) -> ms.Tensor:
        """The sum over those axes of an event that are not among its last event_dim ones."""
        axes = tuple(range(event_dim - len(self.event_shape), 0))
        return value.sum(axes) if axes else value

    @property
    def has_rsample(self) -> bool:
        return self.base_dist.has_rsample

    def sample(self, sample_shape=()) -> ms.Tensor:
        value = self.base_dist.sample(sample_shape)
        for transform in self.transforms:
            before, value = value, ops.stop_gradient(transform(value))
            transform.known = (before, value)
        return value

    def rsample(self, sample_shape=()) -> ms.Tensor:
        value = self.base_dist.rsample(sample_shape)
        for transform in self.transforms:
            value = transform(value)
        return value

    def log_prob(self, value) -> ms.Tensor:
        total = 0.0
        for transform in reversed(self.transforms):
            before = transform.inv(value)
            logs = transform.log_abs_det_jacobian(before, value)
            total = total - self._sum(logs, transform.event_dim)
            value = before
        return self._sum(self.base_dist.log_prob(value), len(self.base_dist.event_shape)) + total

    def cdf(self, value) -> ms.Tensor:
        sign = 1
        for transform in reversed(self.transforms):
            value = transform.inv(value)
            sign = sign * transform.sign
        return sign * (self.base_dist.cdf(value) - 0.5) + 0.5

    def icdf(self, value) -> ms.Tensor:
        sign = 1
        for transform in self.transforms:
            sign = sign * transform.sign
        value = self.base_dist.icdf(sign * (value - 0.5) + 0.5)
        for transform in self.transforms:
            value = transform(value)
        return value

    def expand(self, batch_shape):
        new = copy.copy(self)
        new._batch_shape = tuple(batch_shape)
        shape = new.batch_shape + self.event_shape
        for transform in reversed(self.transforms):
            shape = tuple(transform.inverse_shape(shape))
        cut = len(shape) - len(self.base_dist.event_shape)
        new.base_dist = self.base_dist.expand(shape[:cut])
        return new
