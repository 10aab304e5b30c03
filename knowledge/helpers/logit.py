import mindspore as ms
from mindspore import ops


def logit(input, eps=None) -> ms.Tensor:
    """log(input / (1 - input)), with eps of input clamped to [eps, 1 - eps].

    Equals torch.logit. Where gradients are taken ops.logit gives NaN or older values from the second
    call on, seen on a CPU.
    """
    if not input.is_floating_point():
        input = input.float()
    if eps is not None:
        input = ops.clamp(input, eps, 1 - eps)
    return ops.log(input / (1 - input))
