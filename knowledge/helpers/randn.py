import mindspore as ms
from mindspore import ops


def randn(
    *size,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    generator=None,
) -> ms.Tensor:
    """Normally distributed numbers of the sizes, or of the one tuple of sizes, that are given.

    Takes what torch.randn takes, wherever it is called; the target's device is MindSpore's.
    """
    if out is not None or requires_grad or generator is not None:
        raise NotImplementedError("randn takes no out, no requires_grad, no generator")
    shape = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    dtype = ms.float32 if dtype is None else dtype
    return ops.randn(shape, dtype=dtype)
