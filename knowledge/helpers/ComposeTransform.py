import mindspore as ms
from helper import Transform


class ComposeTransform(Transform):
    """Transforms, one after the other.

    Stands for torch.distributions.transforms.ComposeTransform.
    """

    stands_for = "ComposeTransform"

    def __init__(self, parts, cache_size=0):
        self.parts = list(parts)
        super().__init__(int(all(part.cache_size for part in self.parts)))
        self.bijective = all(part.bijective for part in self.parts)
        self.event_dim = max([0] + [part.event_dim for part in self.parts])

    @property
    def sign(self):
        sign = 1
        for part in self.parts:
            sign = sign * part.sign
        return sign

    def _call(self, x) -> ms.Tensor:
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y) -> ms.Tensor:
        for part in reversed(self.parts):
            y = part.inv(y)
        return y

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        total = 0.0
        for part in self.parts:
            after = part(x)
            logs = part.log_abs_det_jacobian(x, after)
            axes = tuple(range(part.event_dim - self.event_dim, 0))
            total = total + (logs.sum(axes) if axes else logs)
            x = after
        return total

    def forward_shape(self, shape) -> tuple:
        for part in self.parts:
            shape = part.forward_shape(shape)
        return shape

    def inverse_shape(self, shape) -> tuple:
        for part in reversed(self.parts):
            shape = part.inverse_shape(shape)
        return shape
