import mindspore as ms
from mindspore import nn, ops


class RMSNorm(nn.Cell):
    """Divide by the root of the mean square over the last axes, which are normalized_shape.

    Equals torch.nn.RMSNorm.
    """

    def __init__(self, normalized_shape, eps=None, elementwise_affine=True, dtype=ms.float32):
        super().__init__()
        is_int = isinstance(normalized_shape, int)
        shape = (normalized_shape,) if is_int else tuple(normalized_shape)
        self.axes = tuple(range(-len(shape), 0))
        self.eps = eps
        self.weight = ms.Parameter(ops.ones(shape, dtype)) if elementwise_affine else None

    def construct(self, x):
        eps = self.eps
        if eps is None:
            eps = 2.0**-52 if x.dtype == ms.float64 else 2.0**-23
        normed = x * ops.rsqrt((x * x).mean(self.axes, True) + eps)
        return normed if self.weight is None else normed * self.weight

    def reset_parameters(self):
        if self.weight is not None:
            ops.assign(self.weight, ops.ones_like(self.weight))
