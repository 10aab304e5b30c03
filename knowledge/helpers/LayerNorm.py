import mindspore as ms
from mindspore import nn, ops


class LayerNorm(nn.LayerNorm):
    """mindspore.nn.LayerNorm with the arguments of torch.nn.LayerNorm.

    Normalises the last axes, which have the shape normalized_shape.
    """

    def __init__(
        self,
        normalized_shape,
        eps=1e-5,
        elementwise_affine=True,
        bias=True,
        device=None,
        dtype=None,
    ):
        is_int = isinstance(normalized_shape, int)
        shape = (normalized_shape,) if is_int else tuple(normalized_shape)
        super().__init__(shape, epsilon=eps, dtype=dtype or ms.float32)
        self.eps = eps
        if not elementwise_affine:
            del self.gamma
            self.gamma = None
        if not (elementwise_affine and bias):
            del self.beta
            self.beta = None

    def construct(self, x):
        shape = self.normalized_shape
        gamma = ops.ones(shape, x.dtype) if self.gamma is None else self.gamma.astype(x.dtype)
        beta = ops.zeros(shape, x.dtype) if self.beta is None else self.beta.astype(x.dtype)
        axis = x.ndim - len(shape)
        return ops.LayerNorm(axis, axis, self.epsilon)(x, gamma, beta)[0]
