import mindspore as ms


class InverseTransform:
    """A transform the other way round.

    Stands for what torch.distributions' transforms have as their inv.
    """

    cache_size = 0

    def __init__(self, transform):
        self.transform, self.sign = transform, transform.sign
        self.event_dim, self.bijective = transform.event_dim, transform.bijective

    def __call__(self, y) -> ms.Tensor:
        return self.transform.inv(y)

    def inv(self, x) -> ms.Tensor:
        return self.transform(x)

    def log_abs_det_jacobian(self, y, x) -> ms.Tensor:
        return -self.transform.log_abs_det_jacobian(x, y)

    def forward_shape(self, shape) -> tuple:
        return self.transform.inverse_shape(shape)

    def inverse_shape(self, shape) -> tuple:
        return self.transform.forward_shape(shape)
