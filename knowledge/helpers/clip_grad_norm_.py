import math

import mindspore as ms
from mindspore import ops


def clip_grad_norm_(
    parameters, max_norm, norm_type=2.0, error_if_nonfinite=False, foreach=None
) -> ms.Tensor:
    """Shorten in place the gradients that parameters hold as grad, and give their norm of before.

    Equals torch.nn.utils.clip_grad_norm_; parameters is one or several, a grad may be None.
    """
    parameters = [parameters] if isinstance(parameters, ms.Tensor) else parameters
    held = [param for param in parameters if param.grad is not None]
    if not held:
        return ms.Tensor(0.0)
    order = float(norm_type)
    if math.isinf(order):
        total = ops.stack([ops.abs(param.grad).max() for param in held]).max()
    else:
        total = sum((ops.abs(param.grad) ** order).sum() for param in held) ** (1.0 / order)
    if error_if_nonfinite and not math.isfinite(float(total)):
        raise RuntimeError(f"the gradients' norm of order {norm_type} is not finite")
    factor = ops.clamp(max_norm / (total + 1e-6), max=1.0)
    for param in held:
        param.grad.copy_(param.grad * factor.astype(param.grad.dtype))
    return total
