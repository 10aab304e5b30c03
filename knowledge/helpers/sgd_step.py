import mindspore as ms
from mindspore import ops


def sgd_step(opt, lr, momentum, settings, param, grad, held, is_first):
    """Move one parameter by torch.optim.SGD's rule, with ops.SGD but where it is float64."""
    if grad is None:  # frozen
        return True
    factor, dampening, weight_decay, nesterov, maximize = settings
    grad = -grad if maximize else grad
    if param.dtype != ms.float64:
        opt(param, grad, lr, held, momentum, is_first)
        return True
    step = grad + param * weight_decay
    if factor:
        ops.assign(held, held * factor + step * (1 - dampening * (1 - is_first)))
        ops.assign(is_first, ops.zeros_like(is_first))
        step = step + held * factor if nesterov else held
    ops.assign(param, param - step * lr)
    return True
