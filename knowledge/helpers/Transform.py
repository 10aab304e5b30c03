import abc

import mindspore as ms


class Transform(abc.ABC):
    """A base for transforms: they have _call, _inverse and log_abs_det_jacobian.

    Stands for torch.distributions.transforms.Transform. With a cache_size of 1 the last y knows its
    x. For isinstance, classes of different files are one where they stand for the same.
    """

    stands_for = "Transform"
    bijective = False
    event_dim = 0

    def __init__(self, cache_size=0):
        self.cache_size = cache_size
        self.known = (None, None)

    @classmethod
    def __subclasshook__(cls, other):
        name = vars(cls).get("stands_for")
        names = [vars(kind).get("stands_for") for kind in other.__mro__]
        return True if name is not None and name in names else NotImplemented

    def __call__(self, x) -> ms.Tensor:
        before, known = self.known
        if self.cache_size and x is before:
            return known
        y = self._call(x)
        self.known = (x, y)
        return y

    def inv(self, y) -> ms.Tensor:
        x, known = self.known
        return x if self.cache_size and y is known else self._inverse(y)

    def _call(self, x) -> ms.Tensor:
        raise NotImplementedError

    def _inverse(self, y) -> ms.Tensor:
        raise NotImplementedError

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        raise NotImplementedError

    def forward_shape(self, shape) -> tuple:
        return shape

    def inverse_shape(self, shape) -> tuple:
        return shape
