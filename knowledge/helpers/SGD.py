import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class SGD(optim.SGD):
    """mindspore.experimental.optim.SGD with the arguments of torch.optim.SGD, for float64, too."""

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

    def construct(self, gradients):
        is_double = False
        for param in self.parameters:
            is_double = is_double or param.dtype == ms.float64
        if not is_double:
            return super().construct(gradients)
        for index, group in enumerate(self.param_groups):
            momentum, dampening = group["momentum"], group["dampening"]
            for number in range(self.group_start_id[index], self.group_start_id[index + 1]):
                param, grad = self.parameters[number], gradients[number]
                grad = -grad if group["maximize"] else grad
                step = grad + param * group["weight_decay"]
                if momentum:
                    held, is_first = self.accum[number], self.stat[number]
                    kept = step * (1 - dampening * (1 - is_first))
                    ops.assign(held, held * momentum + kept)
                    ops.assign(is_first, ops.zeros_like(is_first))
                    step = step + held * momentum if group["nesterov"] else held
                ops.assign(param, param - step * group["lr"])
        return True
