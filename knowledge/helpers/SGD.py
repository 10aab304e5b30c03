import mindspore as ms
from helper import sgd_step
from mindspore import ops
from mindspore.experimental import optim


class SGD(optim.SGD):
    """mindspore.experimental.optim.SGD with the arguments of torch.optim.SGD.

    Moves float64 parameters, too, and any number of parameters: MindSpore's own raises "Exceed
    function call depth limit" where they are more than about 490.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        momentum=0,
        dampening=0,
        weight_decay=0,
        nesterov=False,
        *,
        maximize=False,
        foreach=None,
        differentiable=False,
        fused=None,
    ):
        if differentiable:
            raise NotImplementedError("SGD is not differentiable")
        super().__init__(params, lr, momentum, dampening, weight_decay, nesterov, maximize=maximize)

    def __call__(self, gradients):
        pairs = zip(self.parameters, gradients, strict=True)
        return super().__call__(tuple(grad if one.requires_grad else None for one, grad in pairs))

    def implementation(
        self, momentum, lr, group_id, gradients, maximize, dampening, weight_decay, nesterov
    ):
        group = slice(self.group_start_id[group_id], self.group_start_id[group_id + 1])
        opt = ops.SGD(dampening, weight_decay, nesterov)
        settings = momentum, dampening, weight_decay, nesterov, maximize
        move = ops.partial(sgd_step, opt, lr, ops.cast(momentum, ms.float32), settings)
        moved = self.parameters[group], gradients[group], self.accum[group], self.stat[group]
        self.hyper_map(move, *moved)
        return True
