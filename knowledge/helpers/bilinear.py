import mindspore as ms
from mindspore import ops


def bilinear(input1, input2, weight, bias=None) -> ms.Tensor:
    """x1 W x2 + b for each output: (*, in1) and (*, in2) with W of shape (out, in1, in2) to (*, out).

    Equals torch.nn.functional.bilinear.
    """
    products = ops.matmul(input1.expand_dims(-2).expand_dims(-2), weight).squeeze(-2)
    result = (products * input2.expand_dims(-2)).sum(-1)
    return result if bias is None else result + bias
