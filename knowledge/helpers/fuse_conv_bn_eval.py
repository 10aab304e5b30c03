import copy

import mindspore as ms
from mindspore import nn, ops


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A copy of the convolution conv that does what conv and the batch norm bn do in eval mode.

    Equals torch.nn.utils.fuse_conv_bn_eval.
    """
    if conv.training or bn.training:
        raise AssertionError("Fusion only for eval!")
    fused = copy.deepcopy(conv)
    norm = bn.bn2d if isinstance(bn, nn.BatchNorm3d) else bn
    scale = norm.gamma / ops.sqrt(norm.moving_variance + norm.eps)
    axis = 1 if transpose else 0
    shape = [-1 if place == axis else 1 for place in range(conv.weight.ndim)]
    shift = norm.beta - norm.moving_mean * scale
    bias = conv.bias * scale + shift if conv.has_bias else shift
    place = conv.weight.name[: -len("weight")]
    fused.weight = ms.Parameter(conv.weight * scale.reshape(shape), name=f"{place}weight")
    fused.has_bias = True
    fused.bias = ms.Parameter(bias, name=f"{place}bias")
    return fused
