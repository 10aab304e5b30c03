import mindspore as ms


class TransformedDistribution:
    """What transforms make of the samples of a distribution.

    Stands for torch.distributions.TransformedDistribution, with the methods of MindSpore's
    distributions; samples carry gradients where the base's do.
    """

    def __init__(self, base_distribution, parts, validate_args=None):
        one = callable(getattr(parts, "log_abs_det_jacobian", None))
        self.transforms = [parts] if one else list(parts)
        self.base_dist = base_distribution
        base_dim = getattr(base_distribution, "event_dim", 0)
        self.event_dim = max([base_dim] + [getattr(t, "event_dim", 0) for t in self.transforms])
        shape = tuple(base_distribution.batch_shape)
        shape = shape + tuple(getattr(base_distribution, "event_shape", ()))
        cut = len(shape) - self.event_dim
        self.batch_shape, self.event_shape = shape[:cut], shape[cut:]

    def _sum(self, value, part) -> ms.Tensor:
        """The sum over those axes of an event that the part has not added."""
        axes = tuple(range(getattr(part, "event_dim", 0) - self.event_dim, 0))
        return value.sum(axes) if axes else value

    def log_prob(self, value) -> ms.Tensor:
        total = 0.0
        for transform in reversed(self.transforms):
            before = transform.inv(value)
            total = total - self._sum(transform.log_abs_det_jacobian(before, value), transform)
            value = before
        return self._sum(self.base_dist.log_prob(value), self.base_dist) + total

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

    def sample(self, shape=()) -> ms.Tensor:
        value = self.base_dist.sample(shape=shape)
        for transform in self.transforms:
            value = transform(value)
        return value
