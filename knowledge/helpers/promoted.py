import functools

import mindspore as ms
from mindspore import mint, ops


def promoted(tensors) -> list[ms.Tensor]:
    """The tensors in the one dtype that torch.stack, hstack and vstack give them.

    On a CPU MindSpore stacks tensors of one dtype alone.
    """
    zeros = [ops.zeros((1,), tensor.dtype) for tensor in tensors]
    dtype = functools.reduce(mint.add, zeros).dtype  # the one that holds them all
    return [tensor.astype(dtype) for tensor in tensors]
