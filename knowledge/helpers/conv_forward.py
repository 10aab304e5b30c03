import mindspore as ms
from mindspore import nn, ops


def conv_forward(conv, input, weight, bias) -> ms.Tensor:
    """Compute what a Conv2d or Conv1d does, with another weight and bias; the bias may be None.

    Equals the inner method _conv_forward of torch.nn.Conv2d and torch.nn.Conv1d. A layer that has
    a method of this name gives super() for itself. The weight of a Conv1d has three axes, or four
    as MindSpore's own has, (out, in, 1, k).
    """
    conv = getattr(conv, "__self__", conv)
    if getattr(conv, "pads", ()):  # the layer pads with what its input holds
        input = ops.pad(input, conv.pads, conv.padding_mode)
    if isinstance(conv, nn.Conv1d):
        kernel = weight.expand_dims(2) if weight.ndim == 3 else weight
        output = conv.conv2d(input.expand_dims(2), kernel).squeeze(2)
    else:
        output = conv.conv2d(input, weight)
    return output if bias is None else output + bias.reshape((-1,) + (1,) * (output.ndim - 2))
