import mindspore as ms
from mindspore import ops


def rand(
    *size,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
    generator=None,
) -> ms.Tensor:
    """Numbers drawn from 0 to 1 of the sizes, or of the one tuple of sizes, that are given.

    Takes what torch.rand takes, wherever it is called; the target's device is MindSpore's.
    """
    if out is not None or requires_grad or generator is not None:
        raise NotImplementedError("rand takes no out, no requires_grad, no generator")
    shape = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    dtype = ms.float32 if dtype is None else dtype
    return ops.rand(shape, dtype=dtype)
