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
        self.event_dim = getattr(base_distribution, "event_dim", 0)

    def _sum(self, value) -> ms.Tensor:
        axes = tuple(range(-self.event_dim, 0))
        return value.sum(axes) if axes else value

    def log_prob(self, value) -> ms.Tensor:
        total = 0.0
        for transform in reversed(self.transforms):
            before = transform.inv(value)
            total = total - self._sum(transform.log_abs_det_jacobian(before, value))
            value = before
        return self.base_dist.log_prob(value) + total

    def sample(self, shape=()) -> ms.Tensor:
        value = self.base_dist.sample(shape=shape)
        for transform in self.transforms:
            value = transform(value)
        return value
