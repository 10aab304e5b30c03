import mindspore as ms
from helper import Transform


class InverseTransform(Transform):
    """A transform the other way round.

    Stands for what torch.distributions' transforms have as their inv.
    """

    def __init__(self, transform):
        super().__init__()
        self.transform = transform
        self.event_dim, self.bijective = transform.event_dim, transform.bijective

    @property
    def sign(self):
        return self.transform.sign

    def _call(self, x) -> ms.Tensor:
        return self.transform.inv(x)

    def _inverse(self, y) -> ms.Tensor:
        return self.transform(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        return -self.transform.log_abs_det_jacobian(y, x)

    def forward_shape(self, shape) -> tuple:
        return self.transform.inverse_shape(shape)

    def inverse_shape(self, shape) -> tuple:
        return self.transform.forward_shape(shape)
