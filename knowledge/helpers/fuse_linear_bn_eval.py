import copy

import mindspore as ms
from mindspore import ops


def fuse_linear_bn_eval(linear, bn):
    """A copy of the linear layer that does what it and the batch norm bn do in eval mode.

    Equals torch.nn.utils.fuse_linear_bn_eval.
    """
    if linear.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(linear)
    scale = bn.gamma / ops.sqrt(bn.moving_variance + bn.eps)
    shift = bn.beta - bn.moving_mean * scale
    bias = shift if linear.bias is None else linear.bias * scale + shift
    place = linear.weight.name[: -len("weight")]
    fused.weight = ms.Parameter(linear.weight * scale.reshape(-1, 1), name=f"{place}weight")
    fused.bias = ms.Parameter(bias, name=f"{place}bias")
    return fused
