import abc
import copy

import mindspore as ms
from mindspore import ops


class Distribution(abc.ABC):
    """The base of distributions: what their batch_shape, event_shape, samples and spread are.

    Stands for torch.distributions.Distribution. For isinstance, classes of different files are one
    where they stand for the same.
    """

    stands_for = "Distribution"
    _batch_shape = _event_shape = ()
    has_rsample = False
    has_enumerate_support = False
    _validate_args = False

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape, self._event_shape = tuple(batch_shape), tuple(event_shape)

    @classmethod
    def __subclasshook__(cls, other):
        name = vars(cls).get("stands_for")
        names = [vars(kind).get("stands_for") for kind in other.__mro__]
        return True if name is not None and name in names else NotImplemented

    def _missing(self, *args):
        raise NotImplementedError

    mean = mode = variance = property(_missing)
    rsample = log_prob = cdf = icdf = entropy = enumerate_support = _missing

    @property
    def batch_shape(self) -> tuple:
        return self._batch_shape

    @property
    def event_shape(self) -> tuple:
        return self._event_shape

    @property
    def stddev(self) -> ms.Tensor:
        return ops.sqrt(self.variance)

    def sample(self, sample_shape=()) -> ms.Tensor:
        return ops.stop_gradient(self.rsample(sample_shape))

    def perplexity(self) -> ms.Tensor:
        return ops.exp(self.entropy())

    def expand(self, batch_shape):
        """The same distribution for each of a larger batch."""
        new = copy.copy(self)
        new._batch_shape = batch_shape = tuple(batch_shape)
        for name, value in vars(self).items():
            if isinstance(value, ms.Tensor):
                rest = value.shape[len(self.batch_shape) :]
                setattr(new, name, value.broadcast_to(batch_shape + rest))
        return new

    def _kl(self, other) -> ms.Tensor:
        """The Kullback-Leibler divergence from another distribution, as kl_divergence gives it."""
        raise NotImplementedError(type(other).__name__)

    def _get_checked_instance(self, cls, _instance=None):
        return type(self).__new__(type(self)) if _instance is None else _instance

    def _extended_shape(self, sample_shape=()) -> tuple:
        return tuple(sample_shape) + self.batch_shape + self.event_shape
