import mindspore as ms
from mindspore import ops


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """The weight and bias of a convolution that does what it and a batch norm do in eval mode.

    Equals torch.nn.utils.fuse_conv_bn_weights.
    """
    scale = ops.rsqrt(bn_rv + bn_eps)
    scale = scale if bn_w is None else bn_w * scale
    axis = 1 if transpose else 0
    shape = [-1 if place == axis else 1 for place in range(conv_w.ndim)]
    bias = (0 if conv_b is None else conv_b) - bn_rm
    bias = bias * scale + (0 if bn_b is None else bn_b)
    weight = ms.Parameter((conv_w * scale.reshape(shape)).astype(conv_w.dtype))
    return weight, ms.Parameter(bias.astype(conv_w.dtype))
