import mindspore as ms
from mindspore import mint, ops


def promoted(tensors) -> list[ms.Tensor]:
    """The tensors in the one dtype that torch.stack, hstack and vstack give them.

    On a CPU MindSpore stacks tensors of one dtype alone.
    """
    total = ops.zeros((1,), tensors[0].dtype)
    for tensor in tensors[1:]:
        total = mint.add(total, ops.zeros((1,), tensor.dtype))
    return [tensor.astype(total.dtype) for tensor in tensors]  # the one that holds them all
