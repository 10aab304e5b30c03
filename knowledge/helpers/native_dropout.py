import mindspore as ms
from mindspore import ops


def native_dropout(input, p, train) -> tuple[ms.Tensor, ms.Tensor]:
    """The values, scaled where they are kept, and which are kept.

    Equals torch.native_dropout: all are kept where train is False, and not where it is None.
    """
    if train is False:
        return input, ops.ones(input.shape, ms.bool_)
    kept = ops.rand(input.shape) >= p
    scale = 0.0 if p == 1 else 1 / (1 - p)
    return input * kept.astype(input.dtype) * scale, kept
