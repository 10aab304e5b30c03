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
        self.gamma.requires_grad = elementwise_affine
        self.beta.requires_grad = elementwise_affine and bias

    def construct(self, x):
        axis = x.ndim - len(self.normalized_shape)
        norm = ops.LayerNorm(axis, axis, self.epsilon)
        return norm(x, self.gamma.astype(x.dtype), self.beta.astype(x.dtype))[0]
