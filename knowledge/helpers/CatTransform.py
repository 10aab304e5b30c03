import mindspore as ms
from helper import Transform
from mindspore import ops


class CatTransform(Transform):
    """A transform for each of the pieces of an axis, of the lengths that are given.

    Stands for torch.distributions.transforms.CatTransform.
    """

    stands_for = "CatTransform"

    def __init__(self, tseq, dim=0, lengths=None, cache_size=0):
        super().__init__(cache_size)
        self.transforms = list(tseq)
        self.lengths = [1] * len(self.transforms) if lengths is None else list(lengths)
        self.dim = dim
        self.bijective = all(part.bijective for part in self.transforms)
        self.event_dim = max(part.event_dim for part in self.transforms)

    def _pieces(self, x) -> list:
        """The pieces of the axis."""
        if x.shape[self.dim] != sum(self.lengths):
            raise ValueError("The lengths must add up to the axis", x.shape, self.lengths)
        starts = [sum(self.lengths[:i]) for i in range(len(self.lengths))]
        places = zip(starts, self.lengths, strict=True)
        return [x.narrow(self.dim, start, length) for start, length in places]

    def _call(self, x) -> ms.Tensor:
        parts = zip(self.transforms, self._pieces(x), strict=True)
        return ops.cat([part(value) for part, value in parts], self.dim)

    def _inverse(self, y) -> ms.Tensor:
        parts = zip(self.transforms, self._pieces(y), strict=True)
        return ops.cat([part.inv(value) for part, value in parts], self.dim)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        logs = []
        for part, a, b in zip(self.transforms, self._pieces(x), self._pieces(y), strict=True):
            log = part.log_abs_det_jacobian(a, b)
            axes = tuple(range(part.event_dim - self.event_dim, 0))
            logs.append(log.sum(axes) if axes else log)
        dim = self.dim - x.ndim if self.dim >= 0 else self.dim
        dim = dim + self.event_dim
        return ops.cat(logs, dim) if dim < 0 else sum(logs)
