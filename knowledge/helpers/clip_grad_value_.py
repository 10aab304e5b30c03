import mindspore as ms
from mindspore import ops


def clip_grad_value_(parameters, clip_value, foreach=None):
    """Keep the gradients that parameters hold as grad between -clip_value and clip_value.

    Equals torch.nn.utils.clip_grad_value_; parameters is one or several, a grad may be None.
    """
    parameters = [parameters] if isinstance(parameters, ms.Tensor) else parameters
    for param in parameters:
        if param.grad is not None:
            param.grad.copy_(ops.clamp(param.grad, -float(clip_value), float(clip_value)))
