import abc

import mindspore as ms
from mindspore import ops


class Distribution(abc.ABC):
    """A base for distributions; every class with has_rsample counts as one for isinstance.

    Stands for torch.distributions.Distribution.
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self.batch_shape, self.event_shape = tuple(batch_shape), tuple(event_shape)

    @classmethod
    def __subclasshook__(cls, other):
        return hasattr(other, "has_rsample") if cls is Distribution else NotImplemented

    @property
    def mean(self) -> ms.Tensor:
        raise NotImplementedError

    @property
    def mode(self) -> ms.Tensor:
        raise NotImplementedError

    @property
    def variance(self) -> ms.Tensor:
        raise NotImplementedError

    @property
    def stddev(self) -> ms.Tensor:
        return self.variance.sqrt()

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape=()) -> ms.Tensor:
        raise NotImplementedError

    def log_prob(self, value) -> ms.Tensor:
        raise NotImplementedError

    def cdf(self, value) -> ms.Tensor:
        raise NotImplementedError

    def icdf(self, value) -> ms.Tensor:
        raise NotImplementedError

    def entropy(self) -> ms.Tensor:
        raise NotImplementedError

    def perplexity(self) -> ms.Tensor:
        return ops.exp(self.entropy())

    def expand(self, batch_shape):
        raise NotImplementedError

    def enumerate_support(self, expand=True) -> ms.Tensor:
        raise NotImplementedError

    def _get_checked_instance(self, cls, _instance=None):
        return type(self).__new__(type(self)) if _instance is None else _instance

    def _extended_shape(self, sample_shape=()) -> tuple:
        return tuple(sample_shape) + self.batch_shape + self.event_shape
