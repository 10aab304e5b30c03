import mindspore as ms


class Independent:
    """A distribution whose last axes are one event: their logarithms are added.

    Stands for torch.distributions.Independent, with the methods of MindSpore's distributions;
    samples carry gradients where the base's do.
    """

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        self.base_dist = base_distribution
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.event_dim = reinterpreted_batch_ndims + getattr(base_distribution, "event_dim", 0)
        shape = tuple(base_distribution.batch_shape)
        cut = len(shape) - reinterpreted_batch_ndims
        self.batch_shape = shape[:cut]
        self.event_shape = shape[cut:] + tuple(getattr(base_distribution, "event_shape", ()))

    def _sum(self, value) -> ms.Tensor:
        axes = tuple(range(-self.reinterpreted_batch_ndims, 0))
        return value.sum(axes) if axes else value

    def log_prob(self, value) -> ms.Tensor:
        return self._sum(self.base_dist.log_prob(value))

    def entropy(self) -> ms.Tensor:
        return self._sum(self.base_dist.entropy())

    def mean(self) -> ms.Tensor:
        return self.base_dist.mean()

    def mode(self) -> ms.Tensor:
        return self.base_dist.mode()

    def var(self) -> ms.Tensor:
        return self.base_dist.var()

    def sd(self) -> ms.Tensor:
        return self.base_dist.sd()

    def sample(self, shape=()) -> ms.Tensor:
        return self.base_dist.sample(shape=shape)
