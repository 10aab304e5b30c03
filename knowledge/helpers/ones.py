import mindspore as ms
import mindspore.numpy as mnp
from mindspore import mint


def ones(
    *size,
    out=None,
    dtype=None,
    layout=None,
    device=None,
    pin_memory=False,
    requires_grad=False,
) -> ms.Tensor:
    """Ones of the sizes, or of the one tuple of sizes, that are given.

    Takes what torch.ones takes, wherever it is called; the target's device is MindSpore's.
    """
    if out is not None or requires_grad:
        raise NotImplementedError("ones takes no out, no requires_grad")
    shape = tuple(size[0]) if len(size) == 1 and isinstance(size[0], (tuple, list)) else size
    dtype = ms.float32 if dtype is None else dtype
    return mint.ones(shape, dtype=dtype) if shape else mnp.ones(shape, dtype)
