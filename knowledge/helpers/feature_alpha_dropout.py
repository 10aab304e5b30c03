import mindspore as ms
from mindspore import ops


def feature_alpha_dropout(input, p=0.5, training=False) -> ms.Tensor:
    """Drop whole channels to the lower end of SELU, keeping mean and variance.

    Equals torch.nn.functional.feature_alpha_dropout, with MindSpore's random numbers.
    """
    if not training or p == 0:
        return input
    low = -1.7580993408473766
    scale = ((1 - p) * (1 + p * low**2)) ** -0.5 if p < 1 else 0.0
    keep = ops.rand(input.shape[:2] + (1,) * (input.ndim - 2)) >= p
    kept = ops.where(keep, input, ops.full_like(input, low))
    return (kept * scale - scale * p * low).astype(input.dtype)
