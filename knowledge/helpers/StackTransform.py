import mindspore as ms
from helper import Transform
from mindspore import ops


class StackTransform(Transform):
    """A transform for each place of an axis.

    Stands for torch.distributions.transforms.StackTransform.
    """

    stands_for = "StackTransform"

    def __init__(self, tseq, dim=0, cache_size=0):
        super().__init__(cache_size)
        self.transforms = list(tseq)
        self.dim = dim
        self.bijective = all(part.bijective for part in self.transforms)

    def _split(self, x) -> list:
        """What is at each place of the axis."""
        if x.shape[self.dim] != len(self.transforms):
            raise ValueError("The axis must have a place for each transform", x.shape)
        return [x.select(self.dim, i) for i in range(len(self.transforms))]

    def _call(self, x) -> ms.Tensor:
        parts = zip(self.transforms, self._split(x), strict=True)
        return ops.stack([part(value) for part, value in parts], self.dim)

    def _inverse(self, y) -> ms.Tensor:
        parts = zip(self.transforms, self._split(y), strict=True)
        return ops.stack([part.inv(value) for part, value in parts], self.dim)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        parts = zip(self.transforms, self._split(x), self._split(y), strict=True)
        return ops.stack([part.log_abs_det_jacobian(a, b) for part, a, b in parts], self.dim)
