import mindspore as ms
from mindspore import ops
from mindspore.experimental import optim


class AdamW(optim.AdamW):
    """mindspore.experimental.optim.AdamW with torch's arguments.

    The betas may be tensors, as a scheduler sets them; MindSpore's then moves nothing, in silence.
    What is frozen at a step is left alone, and the steps of each parameter are counted, as torch
    counts those with a gradient.
    """

    def __init__(
        self,
        params,
        lr=1e-3,
        betas=(0.9, 0.999),
        eps=1e-8,
        weight_decay=1e-2,
        amsgrad=False,
        *,
        maximize=False,
        foreach=None,
        capturable=False,
        differentiable=False,
        fused=None,
    ):
        if differentiable:
            raise NotImplementedError("AdamW is not differentiable")
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize)
        self.adam_opt = ops.Adam()
        counts = [ms.Parameter(ms.Tensor(0), f"step.{one.name}") for one in self.parameters]
        self.steps = ms.ParameterTuple(counts)

    def __call__(self, gradients):
        pairs = zip(self.parameters, gradients, strict=True)
        return super().__call__(tuple(grad if one.requires_grad else None for one, grad in pairs))

    def construct(self, gradients):
        ops.assign_add(self.state_step, self.increase_tensor)
        for index, group in enumerate(self.param_groups):
            start, end = self.group_start_id[index], self.group_start_id[index + 1]
            beta1, beta2 = group["betas"]
            lr = group["lr"]
            for number in range(start, end):
                param, grad, step = self.parameters[number], gradients[number], self.steps[number]
                if grad is None:
                    continue
                ops.assign_add(step, self.increase_tensor)
                power1, power2 = ops.pow(beta1, step), ops.pow(beta2, step)
                grad = -grad if group["maximize"] else grad
                ops.assign(param, param * (1 - lr * group["weight_decay"]))
                first, second = self.exp_avg[number], self.exp_avg_sq[number]
                if group["amsgrad"] or param.dtype == ms.float64:
                    greatest = self.max_exp_avg_sq[number]
                    ops.assign(first, first * beta1 + grad * (1 - beta1))
                    ops.assign(second, second * beta2 + grad * grad * (1 - beta2))
                    ops.assign(greatest, ops.maximum(greatest, second))
                    square = greatest if group["amsgrad"] else second
                    root = ops.sqrt(square / (1 - power2)) + group["eps"]
                    ops.assign(param, param - first / root * (lr / (1 - power1)))
                else:
                    eps = (
                        ops.sqrt(1 - power2) * group["eps"]
                    )  # ops.Adam adds it before the correction
                    moments = (first, second, power1, power2)
                    self.adam_opt(param, *moments, lr, beta1, beta2, eps, grad)
        return True
