import mindspore as ms
from mindspore import ops


def stack(tensors, dim=0, *, out=None) -> ms.Tensor:
    """ops.stack with the names of torch.stack, for where it is called by these."""
    if out is not None:
        raise NotImplementedError("stack takes no out")
    return ops.stack(tensors, axis=dim)
