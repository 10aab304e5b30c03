import mindspore as ms
from helper import Transform


class IndependentTransform(Transform):
    """Another transform whose last axes are one event: their logarithms are added.

    Stands for torch.distributions.transforms.IndependentTransform.
    """

    stands_for = "IndependentTransform"

    def __init__(self, base_transform, reinterpreted_batch_ndims, cache_size=0):
        super().__init__(cache_size)
        self.base_transform = base_transform
        self.reinterpreted_batch_ndims = reinterpreted_batch_ndims
        self.event_dim = base_transform.event_dim + reinterpreted_batch_ndims
        self.bijective = base_transform.bijective

    @property
    def sign(self):
        return self.base_transform.sign

    def _call(self, x) -> ms.Tensor:
        return self.base_transform(x)

    def _inverse(self, y) -> ms.Tensor:
        return self.base_transform.inv(y)

    def log_abs_det_jacobian(self, x, y) -> ms.Tensor:
        axes = tuple(range(-self.reinterpreted_batch_ndims, 0))
        logs = self.base_transform.log_abs_det_jacobian(x, y)
        return logs.sum(axes) if axes else logs

    def forward_shape(self, shape) -> tuple:
        return self.base_transform.forward_shape(shape)

    def inverse_shape(self, shape) -> tuple:
        return self.base_transform.inverse_shape(shape)
