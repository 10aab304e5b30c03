import mindspore as ms
from mindspore import ops


def hardtanh(input, min_val=-1.0, max_val=1.0, inplace=False) -> ms.Tensor:
    """The values, cut at a lowest and a highest one; inplace changes nothing.

    Equals torch.nn.functional.hardtanh: at both ends its gradient is 0, MindSpore's 1.
    """
    cut = ops.stop_gradient(ops.clamp(input, min_val, max_val))
    return ops.where(ops.logical_and(input > min_val, input < max_val), input, cut)
